/** Of a database that is missing, to a member of a team, who can put no file onto the host. */
export const missingOnHost = "The host does not have it. Whoever runs the host can put its file there.";
