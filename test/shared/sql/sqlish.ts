import fc from "fast-check";

const pieces =
  "SELECT,DISTINCT,FROM,WHERE,AND,OR,NOT,IN,IS NULL,BETWEEN,LIKE,CASE,WHEN,THEN,ELSE,END,GROUP BY,HAVING,ORDER BY,DESC,LIMIT,JOIN,LEFT JOIN,ON,USING,UNION ALL,WITH,AS,OVER,FILTER,CAST,COLLATE,INSERT INTO,VALUES,UPDATE,SET,DELETE,CREATE FUNCTION,CREATE VIEW,DO,LANGUAGE sql,BEGIN,RETURN,$$,$f$,::,:=,[,],(,),;,*,+,-,->>,=,<>,.,a,b,t,f(,count(*),'x','a''b,1,2.5,\"q\",--c\n,/*,*/,$1,?,:p,😀,é";

/** Texts that look like SQL, more or less, and some that do not look like anything. */
export const sqlish = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 6,
    arbitrary: fc
      .array(fc.constantFrom(...pieces.split(","), ","), { maxLength: 40 })
      .map((parts) => parts.join(" ")),
  },
);
