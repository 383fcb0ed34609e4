import { lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, useMemo } from "react";
import "./markdown.css";

/**
 * Markdown as elements of ours. Nothing of the text becomes HTML: what is HTML in it is shown as it is written, images are their
 * description, and links lead only to addresses of the web and to mail.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lexer(text, { gfm: true }), [text]);
  return <div className="markdown select-text">{blocks(tokens)}</div>;
}

function blocks(tokens: readonly Token[]): ReactNode[] {
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens are made anew with each text.
    <Fragment key={at}>{block(token as Tokens.Generic)}</Fragment>
  ));
}

// Longer than a function should be: one line for each kind of block.
function block(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      // The pane around it has the first two levels.
      const Heading = `h${Math.min(6, (token as Tokens.Heading).depth + 2)}` as "h3";
      return <Heading data-depth={token.depth}>{inlines(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inlines(token.tokens)}</p>;
    case "text":
      return token.tokens ? inlines(token.tokens) : decodeEntities(token.text as string);
    case "code":
      return (
        <pre>
          <code>{token.text as string}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case "hr":
      return <hr />;
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    default:
      return <p>{token.raw}</p>;
  }
}

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens are made anew with each text.
    <li key={at} className={item.task ? "list-none" : undefined}>
      {item.task && <input type="checkbox" checked={item.checked === true} readOnly disabled />}
      {blocks(item.tokens)}
    </li>
  ));
  return list.ordered ? <ol start={list.start === "" ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
            <th key={at}>{inlines(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          <tr key={at}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
              <td key={column}>{inlines(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inlines(tokens: readonly Token[] | undefined): ReactNode[] {
  return (tokens ?? []).map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens are made anew with each text.
    <Fragment key={at}>{inline(token as Tokens.Generic)}</Fragment>
  ));
}

function inline(token: Tokens.Generic): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens)}</strong>;
    case "em":
      return <em>{inlines(token.tokens)}</em>;
    case "del":
      return <del>{inlines(token.tokens)}</del>;
    case "codespan":
      return <code>{token.text as string}</code>;
    case "br":
      return <br />;
    case "link":
      return <Link href={token.href as string}>{inlines(token.tokens)}</Link>;
    case "image":
      return <em>{decodeEntities(token.text as string)}</em>;
    case "text":
      return token.tokens ? inlines(token.tokens) : decodeEntities(token.text as string);
    case "escape":
      return token.text as string;
    default:
      return token.raw;
  }
}

/** A link out of the program, opened by the system; any other address is only shown. */
function Link({ href, children }: { href: string; children: ReactNode }) {
  if (!/^(?:https?:|mailto:)/i.test(href)) return <span title={href}>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
      {children}
    </a>
  );
}

const named: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" },
};

/** A text with the entities that Markdown allows as their characters; others stay as they are written. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
