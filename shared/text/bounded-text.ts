/** Characters of an error's text, which may hold a whole value or statement. */
const mostErrorText = 64 * 1024;

/** An error's text, cut where it is longer than anybody reads; what was cut stays as it is. */
export function boundedText(text: string): string {
  return text.length <= mostErrorText + 100
    ? text
    : `${text.slice(0, mostErrorText)} … (${text.length} characters)`;
}
