/** Gold statements of our own making, with what golds of the benchmarks have: CTEs, windows, JSON, casts, routines, views. */
export const golds: readonly string[] = [
  `WITH loads AS (
  SELECT b.berth_code, AVG(c.lift_t * 0.9) AS cli, COUNT(*) FILTER (WHERE c.fault IS NULL) AS clean
  FROM berths b LEFT JOIN crane_logs c ON c.berth_id = b.id AND c.shift <> 'night'
  GROUP BY b.berth_code
)
SELECT l.berth_code, ROUND(l.cli::numeric, 2) AS "Load", RANK() OVER (PARTITION BY l.clean > 3 ORDER BY l.cli DESC NULLS LAST) AS place
FROM loads AS l
WHERE l.cli > 3 AND NOT (l.clean = 0 OR l.clean BETWEEN 10 AND 20) AND EXISTS (SELECT 1 FROM closures x WHERE x.berth = l.berth_code)
ORDER BY l.cli DESC, place ASC LIMIT 10;`,
  `SELECT v.name, (v.spec->>'draft_m')::real - 0.5 AS margin, CASE WHEN v.flag IN ('PA', 'LR') THEN 'open' WHEN v.flag IS NULL THEN NULL ELSE 'own' END AS registry,
  percentile_cont(0.5) WITHIN GROUP (ORDER BY s.hours) AS median, EXTRACT(YEAR FROM s.eta) AS y, ARRAY_AGG(DISTINCT s.port ORDER BY s.port) AS ports
FROM vessels v JOIN stays s USING (vessel_id) WHERE s.eta >= DATE '2024-01-01' AND s.note ILIKE '%storm%'
GROUP BY 1, 2, 3 HAVING COUNT(DISTINCT s.port) > 1 UNION ALL SELECT 'none', 0, 'x', NULL, 2024, '{}';`,
  `CREATE OR REPLACE FUNCTION tide_margin(p_draft numeric, p_depth numeric) RETURNS numeric AS $$
DECLARE v numeric := 0;
BEGIN
  IF p_depth > p_draft THEN v := (p_depth - p_draft) / NULLIF(p_depth, 0); END IF;
  RETURN ROUND(v, 3);
END;
$$ LANGUAGE plpgsql;`,
  `CREATE VIEW busy_berths AS SELECT berth_id, SUM(hours) AS busy FROM stays WHERE hours IS NOT NULL GROUP BY berth_id;
UPDATE berths SET state = 'full', seen = seen + 1 FROM busy_berths q WHERE q.berth_id = berths.id AND q.busy >= 20 RETURNING id;`,
];
