/** Dialogues in which it is a person's turn: their `end` is NULL, and their turns so far are there. */
export const schema9 = `
-- What the person is asked to do, as JSON: {"question": …}, null where they are the system.
ALTER TABLE dialogue ADD COLUMN waiting TEXT;
`;
