/** A dialogue that would say nothing about system or task; the message says why. */
export class NotJudged extends Error {}
