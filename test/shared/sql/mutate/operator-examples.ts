/** An operator, a statement, and the mutants of it that the operator makes, in the dialects in which the statement makes sense. */
export interface OperatorExample {
  operator: string;
  sql: string;
  /** The part that may be changed; all of it where it is missing. */
  part?: string;
  postgresql?: string[];
  sqlite?: string[];
}

export const operatorExamples: OperatorExample[] = [
  {
    operator: "also-equal",
    sql: "SELECT 1 FROM call a, call b WHERE a.id > b.id",
    ...both(
      "SELECT 1 FROM call a, call b WHERE (a.id > b.id AND a.berth = b.berth)",
      "SELECT 1 FROM call a, call b WHERE (a.id > b.id AND a.flag = b.flag)",
      "SELECT 1 FROM call a, call b WHERE (a.id > b.id AND a.tonnes = b.tonnes)",
      "SELECT 1 FROM call a, call b WHERE (a.id > b.id AND a.hours = b.hours)",
      "SELECT 1 FROM call a, call b WHERE (a.id > b.id AND a.arrived = b.arrived)",
    ),
  },
  {
    operator: "and-or",
    sql: "SELECT 1 FROM call WHERE tonnes > 5 AND hours < 2 AND flag = 'NO'",
    ...both(
      "SELECT 1 FROM call WHERE (tonnes > 5 OR hours < 2) AND flag = 'NO'",
      "SELECT 1 FROM call WHERE tonnes > 5 AND (hours < 2 OR flag = 'NO')",
    ),
  },
  {
    operator: "any-row",
    sql: "SELECT 1 FROM call WHERE tonnes > 5",
    ...both("SELECT 1 FROM call WHERE TRUE"),
  },
  {
    operator: "arithmetic-sign",
    sql: "SELECT tonnes * 2 / hours FROM call",
    ...both("SELECT tonnes / 2 / hours FROM call", "SELECT tonnes * 2 * hours FROM call"),
  },
  {
    operator: "between-ends",
    sql: "SELECT 1 FROM call WHERE tonnes BETWEEN 5 AND 9",
    ...both(
      "SELECT 1 FROM call WHERE (tonnes >= 5 AND tonnes < 9)",
      "SELECT 1 FROM call WHERE (tonnes > 5 AND tonnes < 9)",
    ),
  },
  {
    operator: "case-branch",
    sql: "SELECT CASE WHEN hours = 0 THEN 0 ELSE tonnes / hours END FROM call",
    ...both("SELECT (tonnes / hours) FROM call", "SELECT 0 FROM call"),
  },
  {
    operator: "case-value",
    sql: "SELECT CASE WHEN hours = 0 THEN 0 ELSE tonnes / hours END FROM call",
    ...both(
      "SELECT CASE WHEN hours = 0 THEN NULL ELSE tonnes / hours END FROM call",
      "SELECT CASE WHEN hours = 0 THEN 1 ELSE tonnes / hours END FROM call",
      "SELECT CASE WHEN hours = 0 THEN -1 ELSE tonnes / hours END FROM call",
    ),
  },
  {
    operator: "comparison-boundary",
    sql: "SELECT 1 FROM call WHERE tonnes > 5",
    ...both("SELECT 1 FROM call WHERE tonnes >= 5"),
  },
  {
    operator: "comparison-direction",
    sql: "SELECT 1 FROM call WHERE tonnes > 5 AND flag = 'NO'",
    ...both(
      "SELECT 1 FROM call WHERE tonnes < 5 AND flag = 'NO'",
      "SELECT 1 FROM call WHERE tonnes > 5 AND flag <> 'NO'",
    ),
  },
  {
    operator: "conflict-action",
    sql: "INSERT INTO call (id, tonnes) VALUES (1, 2) ON CONFLICT (id) DO UPDATE SET tonnes = 2",
    ...both("INSERT INTO call (id, tonnes) VALUES (1, 2) ON CONFLICT (id) DO NOTHING"),
  },
  {
    operator: "date-unit",
    sql: "SELECT strftime('%Y', arrived) FROM call",
    sqlite: ["SELECT strftime('%m', arrived) FROM call", "SELECT strftime('%Y-%m', arrived) FROM call"],
  },
  {
    operator: "date-unit",
    sql: "SELECT EXTRACT(YEAR FROM arrived), date_trunc('month', arrived) FROM call",
    postgresql: [
      "SELECT EXTRACT(ISOYEAR FROM arrived), date_trunc('month', arrived) FROM call",
      "SELECT EXTRACT(QUARTER FROM arrived), date_trunc('month', arrived) FROM call",
      "SELECT EXTRACT(MONTH FROM arrived), date_trunc('month', arrived) FROM call",
      "SELECT EXTRACT(YEAR FROM arrived), date_trunc('quarter', arrived) FROM call",
      "SELECT EXTRACT(YEAR FROM arrived), date_trunc('week', arrived) FROM call",
      "SELECT EXTRACT(YEAR FROM arrived), date_trunc('year', arrived) FROM call",
    ],
  },
  {
    operator: "delete-or-keep",
    sql: "DELETE FROM call WHERE tonnes = 0",
    ...both(
      "CREATE TABLE call_archive AS SELECT * FROM call; DELETE FROM call WHERE tonnes = 0",
      "EXPLAIN DELETE FROM call WHERE tonnes = 0",
    ),
  },
  {
    operator: "key-columns",
    sql: "ALTER TABLE call ADD CONSTRAINT once UNIQUE (berth, arrived)",
    postgresql: [
      "ALTER TABLE call ADD CONSTRAINT once UNIQUE (berth, arrived, id)",
      "ALTER TABLE call ADD CONSTRAINT once UNIQUE (arrived)",
      "ALTER TABLE call ADD CONSTRAINT once UNIQUE (berth)",
    ],
  },
  {
    operator: "key-columns",
    sql: "CREATE UNIQUE INDEX once ON call (berth)",
    ...both("CREATE UNIQUE INDEX once ON call (berth, id)"),
  },
  {
    operator: "key-columns",
    sql: "CREATE TABLE visit (id integer, berth text, CHECK (id > 0), PRIMARY KEY (id, berth))",
    ...both(
      "CREATE TABLE visit (id integer, berth text, CHECK (id > 0), PRIMARY KEY (berth))",
      "CREATE TABLE visit (id integer, berth text, CHECK (id > 0), PRIMARY KEY (id))",
    ),
  },
  {
    operator: "key-columns",
    sql: "CREATE INDEX by_berth ON call (berth, arrived)",
    ...both(),
  },
  {
    operator: "drop-condition",
    sql: "SELECT 1 FROM call c, old_call o WHERE c.id = o.id AND c.tonnes > 5 AND o.tonnes > 6",
    ...both(
      "SELECT 1 FROM call c, old_call o WHERE c.id = o.id AND o.tonnes > 6",
      "SELECT 1 FROM call c, old_call o WHERE c.id = o.id AND c.tonnes > 5",
    ),
  },
  {
    operator: "duplicate-rows",
    sql: "SELECT DISTINCT flag FROM call",
    ...both("SELECT ALL flag FROM call"),
  },
  {
    operator: "duplicate-rows",
    sql: "SELECT flag FROM call",
    ...both("SELECT DISTINCT flag FROM call"),
  },
  {
    operator: "duplicates-in-call",
    sql: "SELECT COUNT(DISTINCT flag), SUM(tonnes) FROM call",
    ...both(
      "SELECT COUNT(flag), SUM(tonnes) FROM call",
      "SELECT COUNT(*), SUM(tonnes) FROM call",
      "SELECT COUNT(DISTINCT flag), SUM(DISTINCT tonnes) FROM call",
    ),
  },
  {
    operator: "in-percent",
    sql: "SELECT tonnes / hours FROM call",
    ...both("SELECT ((tonnes / hours) * 100) FROM call"),
  },
  {
    operator: "join-type",
    sql: "SELECT 1 FROM call c LEFT JOIN old_call o ON o.id = c.id",
    ...both(
      "SELECT 1 FROM call c JOIN old_call o ON o.id = c.id",
      "SELECT 1 FROM call c RIGHT JOIN old_call o ON o.id = c.id",
      "SELECT 1 FROM call c FULL JOIN old_call o ON o.id = c.id",
    ),
  },
  {
    operator: "join-type",
    sql: "SELECT 1 FROM call c JOIN old_call o ON o.id = c.id",
    ...both(
      "SELECT 1 FROM call c LEFT JOIN old_call o ON o.id = c.id",
      "SELECT 1 FROM call c RIGHT JOIN old_call o ON o.id = c.id",
    ),
  },
  {
    operator: "known-matches",
    sql: "SELECT 1 FROM call c LEFT JOIN old_call o ON o.id = c.id",
    ...both("SELECT 1 FROM call c LEFT JOIN old_call o ON o.id = c.id AND o.tonnes IS NOT NULL"),
  },
  {
    operator: "like-wildcards",
    sql: "SELECT 1 FROM call WHERE berth LIKE '%A'",
    postgresql: [
      "SELECT 1 FROM call WHERE berth LIKE '%A%'",
      "SELECT 1 FROM call WHERE berth LIKE 'A%'",
      "SELECT 1 FROM call WHERE berth LIKE 'A'",
      "SELECT 1 FROM call WHERE berth ILIKE '%A'",
    ],
    sqlite: [
      "SELECT 1 FROM call WHERE berth LIKE '%A%'",
      "SELECT 1 FROM call WHERE berth LIKE 'A%'",
      "SELECT 1 FROM call WHERE berth LIKE 'A'",
    ],
  },
  {
    operator: "limit-number",
    sql: "SELECT 1 FROM call ORDER BY tonnes LIMIT 5",
    ...both(
      "SELECT 1 FROM call ORDER BY tonnes LIMIT 6",
      "SELECT 1 FROM call ORDER BY tonnes LIMIT 2",
      "SELECT 1 FROM call ORDER BY tonnes LIMIT 10",
      "SELECT 1 FROM call ORDER BY tonnes LIMIT 1",
      "SELECT 1 FROM call ORDER BY tonnes LIMIT 4",
      "SELECT 1 FROM call ORDER BY tonnes ",
    ),
  },
  {
    operator: "listed-values",
    sql: "SELECT 1 FROM call WHERE flag IN ('NO', 'DK', 'SE')",
    ...both(
      "SELECT 1 FROM call WHERE flag IN ('DK', 'SE')",
      "SELECT 1 FROM call WHERE flag IN ('NO', 'SE')",
      "SELECT 1 FROM call WHERE flag IN ('NO', 'DK')",
    ),
  },
  {
    operator: "missing-as-zero",
    sql: "SELECT AVG(tonnes), SUM(hours) FROM call",
    ...both(
      "SELECT AVG(COALESCE(tonnes, 0)), SUM(hours) FROM call",
      "SELECT AVG(tonnes), COALESCE(SUM(hours), 0) FROM call",
    ),
  },
  {
    operator: "nulls-order",
    sql: "SELECT 1 FROM call ORDER BY tonnes DESC",
    postgresql: ["SELECT 1 FROM call ORDER BY tonnes DESC NULLS LAST"],
    sqlite: ["SELECT 1 FROM call ORDER BY tonnes DESC NULLS FIRST"],
  },
  {
    operator: "opposite-test",
    sql: "SELECT 1 FROM call WHERE EXISTS (SELECT 1 FROM old_call) AND NOT (tonnes > 5)",
    ...both(
      "SELECT 1 FROM call WHERE NOT EXISTS (SELECT 1 FROM old_call) AND NOT (tonnes > 5)",
      "SELECT 1 FROM call WHERE EXISTS (SELECT 1 FROM old_call) AND (tonnes > 5)",
    ),
  },
  {
    operator: "opposite-test",
    sql: "SELECT 1 FROM call WHERE flag IN ('NO') AND berth NOT LIKE 'A%' AND hours IS NULL",
    ...both(
      "SELECT 1 FROM call WHERE flag NOT IN ('NO') AND berth NOT LIKE 'A%' AND hours IS NULL",
      "SELECT 1 FROM call WHERE flag IN ('NO') AND berth LIKE 'A%' AND hours IS NULL",
      "SELECT 1 FROM call WHERE flag IN ('NO') AND berth NOT LIKE 'A%' AND hours IS NOT NULL",
    ),
  },
  {
    operator: "optional-parameter",
    sql: "CREATE FUNCTION load(flow text, hours integer) RETURNS numeric AS $$ SELECT 1 $$ LANGUAGE sql",
    postgresql: [
      "CREATE FUNCTION load(flow varchar, hours integer) RETURNS numeric AS $$ SELECT 1 $$ LANGUAGE sql",
      "CREATE FUNCTION load(flow text, hours integer DEFAULT NULL) RETURNS numeric AS $$ SELECT 1 $$ LANGUAGE sql",
      "CREATE FUNCTION load(flow text, hours bigint) RETURNS numeric AS $$ SELECT 1 $$ LANGUAGE sql",
    ],
  },
  {
    operator: "order-column",
    sql: "SELECT berth, flag, SUM(tonnes) AS total FROM call GROUP BY berth, flag ORDER BY berth",
    ...both(
      "SELECT berth, flag, SUM(tonnes) AS total FROM call GROUP BY berth, flag ORDER BY flag",
      "SELECT berth, flag, SUM(tonnes) AS total FROM call GROUP BY berth, flag ORDER BY total",
    ),
  },
  {
    operator: "order-direction",
    sql: "SELECT 1 FROM call ORDER BY tonnes DESC, berth",
    ...both(
      "SELECT 1 FROM call ORDER BY tonnes ASC, berth",
      "SELECT 1 FROM call ORDER BY tonnes DESC, berth DESC",
    ),
  },
  {
    operator: "order-keys",
    sql: "SELECT 1 FROM call ORDER BY tonnes DESC, berth",
    ...both(
      "SELECT 1 FROM call ORDER BY berth",
      "SELECT 1 FROM call ORDER BY berth, tonnes DESC",
      "SELECT 1 FROM call ORDER BY tonnes DESC",
    ),
  },
  {
    operator: "other-aggregate",
    sql: "SELECT AVG(tonnes) FROM call",
    postgresql: [
      "SELECT (PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY tonnes))::numeric FROM call",
      "SELECT MAX(tonnes) FROM call",
      "SELECT SUM(tonnes) FROM call",
      "SELECT MIN(tonnes) FROM call",
    ],
    sqlite: ["SELECT MAX(tonnes) FROM call", "SELECT SUM(tonnes) FROM call", "SELECT MIN(tonnes) FROM call"],
  },
  {
    operator: "other-aggregate",
    sql: "SELECT MIN(tonnes) FROM call",
    ...both("SELECT MAX(tonnes) FROM call", "SELECT AVG(tonnes) FROM call"),
  },
  {
    operator: "other-argument",
    sql: "SELECT SUBSTR(berth, 1, 3), LAG(tonnes, 2) OVER (ORDER BY id), NULLIF(flag, berth) FROM call",
    ...both(
      "SELECT SUBSTR(berth, 2, 3), LAG(tonnes, 2) OVER (ORDER BY id), NULLIF(flag, berth) FROM call",
      "SELECT SUBSTR(berth, 1, 4), LAG(tonnes, 2) OVER (ORDER BY id), NULLIF(flag, berth) FROM call",
      "SELECT SUBSTR(berth, 1, 2), LAG(tonnes, 2) OVER (ORDER BY id), NULLIF(flag, berth) FROM call",
      "SELECT SUBSTR(berth, 1, 3), LAG(tonnes, 3) OVER (ORDER BY id), NULLIF(flag, berth) FROM call",
      "SELECT SUBSTR(berth, 1, 3), LAG(tonnes, 1) OVER (ORDER BY id), NULLIF(flag, berth) FROM call",
      "SELECT SUBSTR(berth, 1, 3), LAG(tonnes, 2) OVER (ORDER BY id), NULLIF(berth, flag) FROM call",
    ),
  },
  {
    operator: "other-date",
    sql: "SELECT 1 FROM call WHERE arrived >= '2024-01-31'",
    ...both(
      "SELECT 1 FROM call WHERE arrived >= '2023-01-31'",
      "SELECT 1 FROM call WHERE arrived >= '2025-01-31'",
      "SELECT 1 FROM call WHERE arrived >= '2023-12-30'",
      "SELECT 1 FROM call WHERE arrived >= '2024-02-28'",
    ),
  },
  {
    operator: "other-date",
    sql: "SELECT 1 FROM call WHERE strftime('%m%d', arrived) >= '1231'",
    sqlite: ["SELECT 1 FROM call WHERE strftime('%m%d', arrived) >= '1131'"],
  },
  {
    operator: "other-interval",
    sql: "SELECT 1 FROM call WHERE arrived > now() - INTERVAL '90 minutes'",
    postgresql: [
      "SELECT 1 FROM call WHERE arrived > now() - INTERVAL '180 minutes'",
      "SELECT 1 FROM call WHERE arrived > now() - INTERVAL '45 minutes'",
      "SELECT 1 FROM call WHERE arrived > now() - INTERVAL '60 minutes'",
      "SELECT 1 FROM call WHERE arrived > now() - INTERVAL '90 hours'",
    ],
  },
  {
    operator: "other-number",
    sql: "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 3600 LIMIT 10",
    ...both(
      "SELECT tonnes * 1 FROM call WHERE hours > 3 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.25 FROM call WHERE hours > 3 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.6 FROM call WHERE hours > 3 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.4 FROM call WHERE hours > 3 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 4 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 2 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 6 AND tonnes < 3600 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 60 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 86400 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 7200 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 1800 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 4320 LIMIT 10",
      "SELECT tonnes * 0.5 FROM call WHERE hours > 3 AND tonnes < 2880 LIMIT 10",
    ),
  },
  {
    operator: "other-rounding",
    sql: "SELECT ROUND(tonnes, 2), ROUND(hours) FROM call",
    postgresql: [
      "SELECT TRUNC(tonnes, 2), ROUND(hours) FROM call",
      "SELECT ROUND(tonnes, 2), TRUNC(hours) FROM call",
      "SELECT ROUND(tonnes, 2), CEIL(hours) FROM call",
      "SELECT ROUND(tonnes, 2), FLOOR(hours) FROM call",
    ],
    sqlite: [
      "SELECT ROUND(tonnes, 2), CEIL(hours) FROM call",
      "SELECT ROUND(tonnes, 2), FLOOR(hours) FROM call",
    ],
  },
  {
    operator: "rank-function",
    sql: "SELECT RANK() OVER (ORDER BY tonnes) FROM call",
    ...both(
      "SELECT DENSE_RANK() OVER (ORDER BY tonnes) FROM call",
      "SELECT ROW_NUMBER() OVER (ORDER BY tonnes) FROM call",
    ),
  },
  {
    operator: "rounding-digits",
    sql: "SELECT ROUND(tonnes, 2) FROM call",
    ...both(
      "SELECT ROUND(tonnes, 1) FROM call",
      "SELECT ROUND(tonnes, 3) FROM call",
      "SELECT ROUND(tonnes, 0) FROM call",
      "SELECT ROUND(tonnes, 4) FROM call",
    ),
  },
  {
    operator: "set-operator",
    sql: "SELECT 1 UNION SELECT 2",
    ...both("SELECT 1 UNION ALL SELECT 2", "SELECT 1 INTERSECT SELECT 2"),
  },
  {
    operator: "set-value",
    sql: "UPDATE call SET tonnes = 3 WHERE id = 1",
    ...both("UPDATE call SET tonnes = NULL WHERE id = 1"),
  },
  {
    operator: "sibling-column",
    sql: "SELECT c.tonnes FROM call c",
    ...both("SELECT c.hours FROM call c"),
  },
  {
    operator: "sibling-column",
    sql: "SELECT berth FROM call",
    postgresql: [
      "SELECT flag FROM call",
      "SELECT tonnes::text FROM call",
      "SELECT hours::text FROM call",
      "SELECT arrived::text FROM call",
    ],
    sqlite: [
      "SELECT flag FROM call",
      "SELECT tonnes FROM call",
      "SELECT hours FROM call",
      "SELECT arrived FROM call",
    ],
  },
  {
    operator: "sibling-column",
    sql: "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT total FROM x",
    postgresql: [
      "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT berth FROM x",
      "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT calls FROM x",
      "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY tonnes::text) SELECT total FROM x",
      "WITH x AS (SELECT tonnes::text, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT total FROM x",
    ],
    sqlite: [
      "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT berth FROM x",
      "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT calls FROM x",
      "WITH x AS (SELECT berth, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY tonnes) SELECT total FROM x",
      "WITH x AS (SELECT tonnes, SUM(tonnes) AS total, COUNT(*) AS calls FROM old_call GROUP BY berth) SELECT total FROM x",
    ],
  },
  {
    operator: "sibling-function",
    sql: "SELECT UPPER(RTRIM(berth)), FLOOR(hours) FROM call",
    ...both(
      "SELECT LOWER(RTRIM(berth)), FLOOR(hours) FROM call",
      "SELECT UPPER(RTRIM(berth)), CEIL(hours) FROM call",
      "SELECT UPPER(LTRIM(berth)), FLOOR(hours) FROM call",
    ),
  },
  {
    operator: "sibling-table",
    sql: "DELETE FROM call AS c WHERE c.tonnes = 0",
    ...both("DELETE FROM old_call AS c WHERE c.tonnes = 0"),
  },
  {
    operator: "sibling-table",
    sql: "SELECT c.tonnes FROM public.call c",
    postgresql: ["SELECT c.tonnes FROM old_call c"],
  },
  {
    operator: "sibling-value",
    sql: "SELECT 1 FROM call WHERE flag = 'NO' OR flag IN ('DK')",
    ...both(
      "SELECT 1 FROM call WHERE flag = 'DK' OR flag IN ('DK')",
      "SELECT 1 FROM call WHERE flag = 'SE' OR flag IN ('DK')",
      "SELECT 1 FROM call WHERE flag = 'NO' OR flag IN ('DK', 'NO')",
      "SELECT 1 FROM call WHERE flag = 'NO' OR flag IN ('NO')",
      "SELECT 1 FROM call WHERE flag = 'NO' OR flag IN ('DK', 'SE')",
      "SELECT 1 FROM call WHERE flag = 'NO' OR flag IN ('SE')",
    ),
  },
  {
    operator: "statement-kind",
    sql: "CREATE VIEW big AS SELECT 1",
    postgresql: [
      "CREATE TABLE big AS SELECT 1",
      "CREATE MATERIALIZED VIEW big AS SELECT 1",
      "CREATE TEMPORARY VIEW big AS SELECT 1",
    ],
    sqlite: ["CREATE TABLE big AS SELECT 1", "CREATE TEMPORARY VIEW big AS SELECT 1"],
  },
  {
    operator: "statement-kind",
    sql: "CREATE FUNCTION one() RETURNS integer AS $$ SELECT 1 $$ LANGUAGE sql",
    postgresql: ["CREATE FUNCTION pg_temp.one() RETURNS integer AS $$ SELECT 1 $$ LANGUAGE sql"],
  },
  {
    operator: "turned-operands",
    sql: "SELECT tonnes / hours, tonnes - hours FROM call",
    ...both(
      "SELECT hours / tonnes, tonnes - hours FROM call",
      "SELECT tonnes / hours, hours - tonnes FROM call",
    ),
  },
  {
    operator: "up-to-one",
    sql: "SELECT CASE WHEN hours = 0 THEN 0 END FROM call",
    ...both("SELECT CASE WHEN hours <= 1 THEN 0 END FROM call"),
  },
  {
    operator: "window-parts",
    sql: "SELECT SUM(tonnes) OVER (PARTITION BY berth, flag ORDER BY id ROWS 2 PRECEDING) FROM call",
    ...both(
      "SELECT SUM(tonnes) OVER ( ORDER BY id ROWS 2 PRECEDING) FROM call",
      "SELECT SUM(tonnes) OVER (PARTITION BY berth ORDER BY id ROWS 2 PRECEDING) FROM call",
      "SELECT SUM(tonnes) OVER (PARTITION BY berth, flag ORDER BY id ) FROM call",
    ),
  },
  {
    operator: "without-bound",
    sql: "SELECT MAX(0, tonnes - 1) FROM call",
    sqlite: ["SELECT (tonnes - 1) FROM call", "SELECT MIN(0, tonnes - 1) FROM call"],
  },
  {
    operator: "without-bound",
    sql: "SELECT GREATEST(0, tonnes - 1) FROM call",
    postgresql: ["SELECT (tonnes - 1) FROM call", "SELECT LEAST(0, tonnes - 1) FROM call"],
  },
  {
    operator: "without-cast",
    sql: "SELECT CAST(tonnes AS integer) / 2 FROM call",
    ...both("SELECT tonnes / 2 FROM call"),
  },
  {
    operator: "without-default",
    sql: "SELECT COALESCE(flag, 'none'), NULLIF(hours, 0) FROM call",
    ...both(
      "SELECT flag, NULLIF(hours, 0) FROM call",
      "SELECT COALESCE(flag, ''), NULLIF(hours, 0) FROM call",
      "SELECT COALESCE(flag, 'unknown'), NULLIF(hours, 0) FROM call",
      "SELECT COALESCE(flag, 'none'), hours FROM call",
    ),
  },
  {
    operator: "without-filter",
    sql: "SELECT COUNT(*) FILTER (WHERE tonnes > 5) FROM call",
    ...both("SELECT COUNT(*)  FROM call"),
  },
  {
    operator: "without-operand",
    sql: "SELECT tonnes + 2 * hours - 1 FROM call",
    ...both(
      "SELECT tonnes + 2 * hours FROM call",
      "SELECT tonnes - 1 FROM call",
      "SELECT 2 * hours - 1 FROM call",
      "SELECT tonnes + 2 - 1 FROM call",
      "SELECT tonnes + hours - 1 FROM call",
    ),
  },
  {
    operator: "without-rounding",
    sql: "SELECT ROUND(tonnes + 1, 2) * 2 FROM call",
    ...both("SELECT (tonnes + 1) * 2 FROM call"),
  },
  {
    operator: "without-text-function",
    sql: "SELECT UPPER(TRIM(berth)) FROM call",
    ...both("SELECT TRIM(berth) FROM call", "SELECT UPPER(berth) FROM call"),
  },
  {
    operator: "year-start",
    sql: "SELECT EXTRACT(YEAR FROM arrived) FROM call",
    postgresql: [
      "SELECT EXTRACT(YEAR FROM arrived + INTERVAL '3 months') FROM call",
      "SELECT EXTRACT(YEAR FROM arrived + INTERVAL '6 months') FROM call",
      "SELECT EXTRACT(YEAR FROM arrived + INTERVAL '9 months') FROM call",
    ],
  },
  {
    operator: "sibling-definition",
    sql: "SELECT tonnes / 2 FROM call",
    part: "tonnes / 2",
    ...both("SELECT tonnes / hours + 2 * tonnes FROM call"),
  },
];

function both(...mutants: string[]) {
  return { postgresql: mutants, sqlite: mutants };
}
