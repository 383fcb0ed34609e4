/** Finished SQL of so many characters, a statement on each line. */
export function largeSql(characters: number): string {
  const line =
    "SELECT station_code, AVG(value) FROM measurement WHERE quality IN (1, 2) GROUP BY station_code;\n";
  return line.repeat(Math.ceil(characters / line.length));
}
