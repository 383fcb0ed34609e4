/** The agencies that run stations; the last one was entered twice, once without its year. */
export const agencies = [
  { agency_id: 1, name: "Talmark Water Board", kind: "state", founded_in: 1961 },
  { agency_id: 2, name: "Ostrel River Trust", kind: "charity", founded_in: 1988 },
  { agency_id: 3, name: "University of Hellin", kind: "research", founded_in: 1902 },
  { agency_id: 4, name: "Varrin Hydrology Service", kind: "state", founded_in: null },
  { agency_id: 5, name: "Lower Sann Anglers", kind: "charity", founded_in: 1974 },
  { agency_id: 6, name: "VARRIN HYDROLOGY SERVICE", kind: "state", founded_in: null },
];

export const basins = [
  { basin_id: 1, name: "Tal", area_km2: "3120.5", countries: ["NO", "SE"] },
  { basin_id: 2, name: "Ostrel", area_km2: "1844.0", countries: ["SE"] },
  { basin_id: 3, name: "Sann", area_km2: "6270.8", countries: ["SE", "FI", "NO"] },
  { basin_id: 4, name: "Varrin", area_km2: null, countries: ["FI"] },
  { basin_id: 5, name: "Hellin", area_km2: "912.3", countries: ["NO"] },
];

/** How polluted each river is, 0 (pristine) to 9: what its readings are drawn around, and no column of the database. */
const rivers: readonly (readonly [
  name: string,
  basin: number,
  order: number,
  length: string | null,
  bathing: boolean,
  stress: number,
])[] = [
  ["Tal", 1, 5, "214.6", true, 4],
  ["Upper Tal", 1, 2, "38.2", false, 0],
  ["Merrow", 1, 3, "71.0", true, 2],
  ["Kilbeck", 1, 1, "12.4", false, 1],
  ["Ostrel", 2, 4, "150.3", true, 5],
  ["Little Ostrel", 2, 2, "33.9", false, 3],
  ["Fennick", 2, 3, null, false, 7],
  ["Sann", 3, 6, "402.7", true, 6],
  ["Lower Sann", 3, 7, "96.5", true, 8],
  ["Grey Sann", 3, 4, "118.8", false, 5],
  ["Iva", 3, 2, "29.1", true, 1],
  ["Dorrel", 3, 3, "64.4", false, 9],
  ["Varrin", 4, 5, "187.2", true, 3],
  ["Brann", 4, 3, "58.6", false, 6],
  ["Skell", 4, 1, "9.7", false, 0],
  ["Hellin", 5, 4, "101.9", true, 4],
  ["Moss Beck", 5, 1, "7.3", false, 2],
  ["Quarry Burn", 5, 2, null, false, 8],
];

export const riverRows = rivers.map(([name, basin_id, stream_order, length_km, bathing], index) => ({
  river_id: index + 1,
  basin_id,
  name,
  stream_order,
  length_km,
  bathing,
}));

/** The hidden pollution of a river by its id, 0 to 9. */
export function stressOf(riverId: number): number {
  return rivers[riverId - 1]?.[5] ?? 0;
}

export const parameters = [
  {
    parameter_code: "TEMP",
    name: "water temperature",
    unit: "°C",
    param_group: "physical",
    detection_limit: null,
  },
  { parameter_code: "PH", name: "pH", unit: null, param_group: "physical", detection_limit: null },
  {
    parameter_code: "EC",
    name: "electrical conductivity",
    unit: "µS/cm",
    param_group: "physical",
    detection_limit: null,
  },
  {
    parameter_code: "TURB",
    name: "turbidity",
    unit: "NTU",
    param_group: "physical",
    detection_limit: "0.500",
  },
  {
    parameter_code: "DO",
    name: "dissolved oxygen",
    unit: "mg/l",
    param_group: "oxygen",
    detection_limit: "0.200",
  },
  {
    parameter_code: "BOD",
    name: "biochemical oxygen demand",
    unit: "mg/l",
    param_group: "oxygen",
    detection_limit: "1.500",
  },
  {
    parameter_code: "NH4N",
    name: "ammonium nitrogen",
    unit: "mg/l",
    param_group: "nutrient",
    detection_limit: "0.100",
  },
  {
    parameter_code: "NO3N",
    name: "nitrate nitrogen",
    unit: "mg/l",
    param_group: "nutrient",
    detection_limit: "0.100",
  },
  {
    parameter_code: "TP",
    name: "total phosphorus",
    unit: "mg/l",
    param_group: "nutrient",
    detection_limit: "0.040",
  },
  {
    parameter_code: "ECOLI",
    name: "Escherichia coli",
    unit: "CFU/100 ml",
    param_group: "microbial",
    detection_limit: "30.000",
  },
  { parameter_code: "CU", name: "copper", unit: "µg/l", param_group: "metal", detection_limit: "1.500" },
  { parameter_code: "ZN", name: "zinc", unit: "µg/l", param_group: "metal", detection_limit: "2.000" },
];

const limits: readonly (readonly [
  code: string,
  use: string,
  bound: string,
  value: string,
  from: string,
  to: string | null,
])[] = [
  ["ECOLI", "bathing", "max", "900.000", "2015-01-01", null],
  ["ECOLI", "irrigation", "max", "1000.000", "2015-01-01", null],
  ["TURB", "bathing", "max", "40.000", "2015-01-01", "2022-12-31"],
  ["TURB", "bathing", "max", "25.000", "2023-01-01", null],
  ["PH", "bathing", "min", "6.000", "2015-01-01", null],
  ["PH", "bathing", "max", "9.000", "2015-01-01", null],
  ["DO", "ecology", "min", "6.000", "2010-01-01", null],
  ["BOD", "ecology", "max", "5.000", "2010-01-01", "2022-12-31"],
  ["BOD", "ecology", "max", "4.000", "2023-01-01", null],
  ["NH4N", "ecology", "max", "0.300", "2010-01-01", null],
  ["NO3N", "ecology", "max", "5.600", "2010-01-01", null],
  ["NO3N", "drinking", "max", "11.300", "2010-01-01", null],
  ["TP", "ecology", "max", "0.150", "2010-01-01", "2023-06-30"],
  ["TP", "ecology", "max", "0.100", "2023-07-01", null],
  ["CU", "ecology", "max", "8.200", "2010-01-01", null],
  ["CU", "drinking", "max", "2000.000", "2010-01-01", null],
  ["ZN", "ecology", "max", "30.000", "2010-01-01", null],
  ["EC", "irrigation", "max", "700.000", "2010-01-01", null],
  ["TEMP", "ecology", "max", "21.500", "2010-01-01", null],
];

export const qualityLimits = limits.map(
  ([parameter_code, water_use, bound, limit_value, valid_from, valid_to], index) => ({
    limit_id: index + 1,
    parameter_code,
    water_use,
    bound,
    limit_value,
    valid_from,
    valid_to,
  }),
);
