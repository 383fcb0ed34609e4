/** Edits of accepted tasks put them back into check. */
export const schema4 = `
-- The revision of the edit that put the task there; NULL where a person did.
ALTER TABLE task_state_event ADD COLUMN revision INTEGER;
`;
