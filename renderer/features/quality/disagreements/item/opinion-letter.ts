/** What an opinion is called where it has no name: A, B, …, Z, and numbers after that. */
export const opinionLetter = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
