import type { Monaco } from "./monaco-api.ts";

const themeName = "querent";
const clear = "#00000000";

/** Hands the window's colour tokens to the editor, which wants them as hex. */
export function applyTheme(monaco: Monaco): void {
  const probe = document.body.appendChild(document.createElement("span"));
  probe.hidden = true;
  monaco.editor.defineTheme(themeName, themeOf(colourReader(probe)));
  probe.remove();
  monaco.editor.setTheme(themeName);
}

function themeOf(colour: (token: string) => string): Parameters<Monaco["editor"]["defineTheme"]>[1] {
  const rule = (token: string, name: string, fontStyle?: string) => ({
    token,
    foreground: colour(name).slice(1, 7),
    ...(fontStyle === undefined ? {} : { fontStyle }),
  });
  return {
    base: isDark() ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      rule("", "--ink"),
      rule("keyword", "--syntax-keyword"),
      // The grammar counts AND, LIKE and JOIN among the operators. The inherited theme colours ".sql" tokens apart.
      rule("operator.sql", "--syntax-keyword"),
      rule("delimiter.sql", "--muted"),
      rule("delimiter.parenthesis.sql", "--muted"),
      rule("predefined.sql", "--syntax-function"),
      rule("identifier", "--ink"),
      rule("string.sql", "--syntax-string"),
      rule("string", "--syntax-string"),
      rule("delimiter", "--muted"),
      rule("tag", "--syntax-function"),
      rule("number", "--syntax-number"),
      rule("comment", "--syntax-comment", "italic"),
    ],
    colors: {
      "editor.background": colour("--canvas"),
      "editor.foreground": colour("--ink"),
      "editorLineNumber.foreground": colour("--faint"),
      "editorLineNumber.activeForeground": colour("--muted"),
      "editorGutter.background": colour("--canvas"),
      "editor.lineHighlightBackground": colour("--canvas"),
      "editor.lineHighlightBorder": colour("--canvas"),
      "editorCursor.foreground": colour("--accent"),
      "editor.selectionBackground": `${colour("--accent-fill").slice(0, 7)}4d`,
      "editorWidget.background": colour("--raised"),
      "editorWidget.border": colour("--line-strong"),
      // Brackets by depth would be three more colours; they are as quiet as commas instead.
      ...Object.fromEntries(
        [1, 2, 3, 4, 5, 6].map((depth) => [`editorBracketHighlight.foreground${depth}`, colour("--muted")]),
      ),
      "editorBracketHighlight.unexpectedBracket.foreground": colour("--error"),
      "editorBracketMatch.border": colour("--line-control"),
      "editor.inactiveSelectionBackground": `${colour("--accent-fill").slice(0, 7)}33`,
      "editorError.foreground": colour("--error"),
      "editorLink.activeForeground": colour("--accent"),
      ...searchColours(colour),
      "scrollbar.shadow": clear,
      focusBorder: colour("--focus"),
    },
  };
}

/** The search field of the editor and what it finds, as other fields and selections are. */
function searchColours(colour: (token: string) => string) {
  const accent = colour("--accent-fill").slice(0, 7);
  return {
    "editorWidget.foreground": colour("--ink"),
    "widget.border": colour("--line-strong"),
    "widget.shadow": clear,
    "input.background": colour("--canvas"),
    "input.foreground": colour("--ink"),
    "input.border": colour("--line-control"),
    "inputOption.activeBackground": `${accent}33`,
    "inputOption.activeBorder": colour("--focus"),
    "inputOption.activeForeground": colour("--ink"),
    "icon.foreground": colour("--muted"),
    "toolbar.hoverBackground": colour("--hover"),
    "editor.findMatchBackground": `${accent}66`,
    "editor.findMatchHighlightBackground": `${accent}26`,
    "editor.rangeHighlightBackground": clear,
  };
}

/** Hands the colours over again when the window turns light or dark. */
export function followMonacoTheme(monaco: Monaco): void {
  const again = () => applyTheme(monaco);
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme", "class"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
}

function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme === "dark";
}

/**
 * Reads tokens as "#rrggbb": they are light-dark() pairs, so only an element knows which one applies. It is one of its own, as
 * every change of a colour that others inherit styles all of them anew.
 */
function colourReader(probe: HTMLElement): (token: string) => string {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const style = getComputedStyle(probe);
  return (token) => {
    probe.style.color = `var(${token})`;
    if (canvas === null) return "#808080";
    canvas.fillStyle = style.color;
    return String(canvas.fillStyle);
  };
}
