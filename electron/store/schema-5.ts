/** Predictions are judged on other engines than SQLite too. */
export const schema5 = `
-- The engine of the predictions under review; that of tasks stands in task_setting.
ALTER TABLE project ADD COLUMN review_engine TEXT NOT NULL DEFAULT 'sqlite';
`;
