/** The tables of the harbour's database. Types are declared as an old office system would: TEXT where a number or a date was typed by hand. */
export const schemaSql = /* sql */ `
CREATE TABLE country (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  region TEXT NOT NULL,
  eu_member INTEGER NOT NULL CHECK (eu_member IN (0, 1))
);
CREATE TABLE port (
  unlocode TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  country_code TEXT NOT NULL REFERENCES country (code),
  distance_nm INTEGER
);
CREATE TABLE company (
  company_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('operator', 'agent', 'shipper')),
  country_code TEXT REFERENCES country (code),
  registered_on TEXT
);
CREATE TABLE vessel_type (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  carries_cargo INTEGER NOT NULL
);
CREATE TABLE vessel (
  vessel_id INTEGER PRIMARY KEY,
  imo_number INTEGER,
  name TEXT NOT NULL,
  type_code TEXT NOT NULL REFERENCES vessel_type (code),
  flag_code TEXT NOT NULL REFERENCES country (code),
  operator_id INTEGER REFERENCES company (company_id),
  built_year INTEGER,
  length_m REAL NOT NULL,
  beam_m REAL,
  draught TEXT,
  gross_tonnage INTEGER NOT NULL,
  deadweight_t INTEGER
);
CREATE TABLE berth (
  berth_id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  quay TEXT NOT NULL,
  length_m REAL NOT NULL,
  depth_m REAL NOT NULL,
  shore_power INTEGER NOT NULL CHECK (shore_power IN (0, 1))
);
CREATE TABLE port_call (
  call_id INTEGER PRIMARY KEY,
  vessel_id INTEGER NOT NULL REFERENCES vessel (vessel_id),
  berth_id INTEGER REFERENCES berth (berth_id),
  agent_id INTEGER REFERENCES company (company_id),
  origin_port TEXT NOT NULL REFERENCES port (unlocode),
  next_port TEXT REFERENCES port (unlocode),
  eta TEXT NOT NULL,
  arrived_at TEXT,
  berthed_at TEXT,
  departed_at TEXT,
  status TEXT NOT NULL
);
CREATE TABLE commodity (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  goods_group TEXT NOT NULL,
  hazard_class TEXT
);
CREATE TABLE cargo_item (
  cargo_id INTEGER PRIMARY KEY,
  bill_number INTEGER NOT NULL,
  call_id INTEGER NOT NULL REFERENCES port_call (call_id),
  commodity_code TEXT NOT NULL REFERENCES commodity (code),
  shipper_id INTEGER REFERENCES company (company_id),
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  tonnes REAL,
  packages INTEGER,
  declared_value TEXT
);
CREATE TABLE inspection (
  inspection_id INTEGER PRIMARY KEY,
  call_id INTEGER NOT NULL REFERENCES port_call (call_id),
  inspected_on TEXT NOT NULL,
  inspector TEXT NOT NULL,
  outcome TEXT,
  deficiencies INTEGER,
  report_digest BLOB
);
CREATE TABLE fee (
  fee_id INTEGER PRIMARY KEY,
  call_id INTEGER NOT NULL REFERENCES port_call (call_id),
  kind TEXT NOT NULL,
  amount TEXT NOT NULL,
  issued_on TEXT NOT NULL,
  paid_on TEXT
);
CREATE INDEX port_call_by_vessel ON port_call (vessel_id);
CREATE INDEX cargo_item_by_call ON cargo_item (call_id);
CREATE INDEX inspection_by_call ON inspection (call_id);
CREATE INDEX fee_by_call ON fee (call_id);
CREATE VIEW call_stay AS
  SELECT c.call_id, c.vessel_id, v.name AS vessel_name, b.code AS berth_code, c.berthed_at, c.departed_at,
         (julianday(c.departed_at) - julianday(c.berthed_at)) * 24 AS hours_alongside
  FROM port_call AS c
  JOIN vessel AS v ON v.vessel_id = c.vessel_id
  JOIN berth AS b ON b.berth_id = c.berth_id
  WHERE c.departed_at IS NOT NULL;
`;
