/** What stands before the rows, as pg_dump lays it out: settings, types, a function, tables with their sequences. */
export const schemaSql = `SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SET check_function_bodies = false;
SET client_min_messages = warning;

CREATE TYPE public.parameter_group AS ENUM ('physical', 'oxygen', 'nutrient', 'microbial', 'metal');
CREATE TYPE public.sampling_method AS ENUM ('grab', 'composite', 'automatic');
CREATE TYPE public.station_status AS ENUM ('active', 'seasonal', 'suspended', 'retired');

CREATE TABLE public.agency (
    agency_id integer NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    founded_in smallint
);

CREATE TABLE public.basin (
    basin_id integer NOT NULL,
    name text NOT NULL,
    area_km2 numeric(8,1),
    countries text[] NOT NULL
);

CREATE TABLE public.river (
    river_id integer NOT NULL,
    basin_id integer NOT NULL,
    name text NOT NULL,
    stream_order smallint NOT NULL,
    length_km numeric(5,1),
    bathing boolean DEFAULT false NOT NULL
);

CREATE TABLE public.technician (
    technician_id integer NOT NULL,
    agency_id integer NOT NULL,
    full_name text NOT NULL,
    certificates text[] NOT NULL,
    hired_on date
);

CREATE TABLE public.station (
    station_code text NOT NULL,
    river_id integer NOT NULL,
    agency_id integer NOT NULL,
    name text NOT NULL,
    river_km numeric(5,1) NOT NULL,
    altitude text,
    status public.station_status NOT NULL,
    opened_on text,
    equipment jsonb
);

CREATE TABLE public.parameter (
    parameter_code text NOT NULL,
    name text NOT NULL,
    unit text,
    param_group public.parameter_group NOT NULL,
    detection_limit numeric(8,3)
);

CREATE TABLE public.quality_limit (
    limit_id integer NOT NULL,
    parameter_code text NOT NULL,
    water_use text NOT NULL,
    bound text NOT NULL,
    limit_value numeric(8,3) NOT NULL,
    valid_from date NOT NULL,
    valid_to date
);

CREATE TABLE public.visit (
    visit_id bigint NOT NULL,
    station_code text NOT NULL,
    technician_id integer,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    method public.sampling_method NOT NULL,
    flow text,
    field_log jsonb
);
CREATE SEQUENCE public.visit_visit_id_seq AS bigint START WITH 1 INCREMENT BY 1 OWNED BY public.visit.visit_id;
ALTER TABLE ONLY public.visit ALTER COLUMN visit_id SET DEFAULT nextval('public.visit_visit_id_seq'::regclass);

CREATE TABLE public.measurement (
    measurement_id bigint NOT NULL,
    visit_id bigint NOT NULL,
    parameter_code text NOT NULL,
    value numeric(12,4),
    qualifier text,
    quality smallint
);
CREATE SEQUENCE public.measurement_measurement_id_seq AS bigint START WITH 1 INCREMENT BY 1 OWNED BY public.measurement.measurement_id;
ALTER TABLE ONLY public.measurement ALTER COLUMN measurement_id SET DEFAULT nextval('public.measurement_measurement_id_seq'::regclass);

CREATE TABLE public.outfall (
    outfall_id integer NOT NULL,
    river_id integer NOT NULL,
    river_km numeric(5,1),
    kind text NOT NULL,
    owner_name text NOT NULL,
    population_served integer,
    licence jsonb
);

CREATE TABLE public.outfall_inspection (
    inspection_id integer NOT NULL,
    outfall_id integer NOT NULL,
    technician_id integer,
    inspected_on text NOT NULL,
    finding text,
    penalty text
);

CREATE TABLE public.incident (
    incident_id integer NOT NULL,
    river_id integer NOT NULL,
    station_code text,
    category text NOT NULL,
    severity smallint,
    fish_killed integer,
    reported_at timestamp with time zone NOT NULL,
    closed_at timestamp with time zone,
    reported_by text
);

CREATE TABLE public.maintenance (
    ticket_id integer NOT NULL,
    station_code text NOT NULL,
    device text NOT NULL,
    opened_on date NOT NULL,
    closed_on date,
    cost numeric(9,2)
);

CREATE VIEW public.station_place AS
    SELECT s.station_code, s.name AS station, r.name AS river, b.name AS basin
    FROM public.station s
    JOIN public.river r ON r.river_id = s.river_id
    JOIN public.basin b ON b.basin_id = r.basin_id;
`;

const primaryKeys: readonly (readonly [table: string, column: string])[] = [
  ["agency", "agency_id"],
  ["basin", "basin_id"],
  ["river", "river_id"],
  ["technician", "technician_id"],
  ["station", "station_code"],
  ["parameter", "parameter_code"],
  ["quality_limit", "limit_id"],
  ["visit", "visit_id"],
  ["measurement", "measurement_id"],
  ["outfall", "outfall_id"],
  ["outfall_inspection", "inspection_id"],
  ["incident", "incident_id"],
  ["maintenance", "ticket_id"],
];

const foreignKeys: readonly (readonly [table: string, column: string, parent: string])[] = [
  ["river", "basin_id", "basin"],
  ["technician", "agency_id", "agency"],
  ["station", "river_id", "river"],
  ["station", "agency_id", "agency"],
  ["quality_limit", "parameter_code", "parameter"],
  ["visit", "station_code", "station"],
  ["visit", "technician_id", "technician"],
  ["measurement", "visit_id", "visit"],
  ["measurement", "parameter_code", "parameter"],
  ["outfall", "river_id", "river"],
  ["outfall_inspection", "outfall_id", "outfall"],
  ["outfall_inspection", "technician_id", "technician"],
  ["incident", "river_id", "river"],
  ["incident", "station_code", "station"],
  ["maintenance", "station_code", "station"],
];

/** What stands after the rows: where the sequences are, keys, indexes. */
export function constraintsSql(lastVisit: number, lastMeasurement: number): string {
  const keyOf = new Map(primaryKeys);
  return [
    `SELECT pg_catalog.setval('public.visit_visit_id_seq', ${lastVisit}, true);`,
    `SELECT pg_catalog.setval('public.measurement_measurement_id_seq', ${lastMeasurement}, true);`,
    ...primaryKeys.map(
      ([table, column]) =>
        `ALTER TABLE ONLY public.${table} ADD CONSTRAINT ${table}_pkey PRIMARY KEY (${column});`,
    ),
    "CREATE INDEX measurement_visit_idx ON public.measurement USING btree (visit_id, parameter_code);",
    "CREATE INDEX visit_station_idx ON public.visit USING btree (station_code, started_at);",
    ...foreignKeys.map(
      ([table, column, parent]) =>
        `ALTER TABLE ONLY public.${table} ADD CONSTRAINT ${table}_${column}_fkey FOREIGN KEY (${column}) REFERENCES public.${parent}(${keyOf.get(parent)});`,
    ),
    "",
  ].join("\n");
}
