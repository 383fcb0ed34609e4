/** As much of the Trusted Types of browsers as is used here; TypeScript's DOM library does not know them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): object };
  isHTML(value: unknown): boolean;
}

/**
 * Lets libraries style the page under a policy without 'unsafe-inline'. A `<style>` element that script creates gets the
 * document's nonce; a style attribute, in markup or by `setAttribute`, is applied through the element's `style` object,
 * which the policy allows. Strings that no library's Trusted Types policy has made are refused as before.
 */
export function keepStylesStrict(): void {
  const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";
  giveNonceToStyleElements(nonce);
  applyStyleAttributes();
  applyStylesOfMarkup();
}

function giveNonceToStyleElements(nonce: string): void {
  const create = Document.prototype.createElement;
  Document.prototype.createElement = function (
    this: Document,
    name: string,
    options?: ElementCreationOptions,
  ) {
    const element = create.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  } as typeof create;
  const createIn = Document.prototype.createElementNS;
  Document.prototype.createElementNS = function (
    this: Document,
    namespace: string | null,
    name: string,
    options?: string | ElementCreationOptions,
  ) {
    const element = createIn.call(this, namespace, name, options as ElementCreationOptions);
    if (element instanceof SVGStyleElement) element.nonce = nonce;
    return element;
  } as typeof createIn;
}

function applyStyleAttributes(): void {
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name.toLowerCase() === "style" && isStyled(this)) this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
}

const heldAttribute = "data-held-style";

function applyStylesOfMarkup(): void {
  const innerHtml = Object.getOwnPropertyDescriptor(Element.prototype, "innerHTML");
  const insertAdjacentHtml = Element.prototype.insertAdjacentHTML;
  const setInnerHtml = innerHtml?.set;
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (!setInnerHtml || !trustedTypes) return;
  const policy = trustedTypes.createPolicy("querent-styles", { createHTML: holdStyleAttributes });
  // Only what a library's own policy has trusted is touched; any other string is left for the browser to refuse.
  const hold = (html: unknown) =>
    trustedTypes.isHTML(html) && mayHaveStyle.test(String(html)) ? policy.createHTML(String(html)) : null;

  Object.defineProperty(Element.prototype, "innerHTML", {
    ...innerHtml,
    set(this: Element, html: unknown) {
      const held = hold(html);
      setInnerHtml.call(this, held ?? html);
      if (held) applyHeldStyles(this);
    },
  });
  Element.prototype.insertAdjacentHTML = function (where, html) {
    const held = hold(html);
    insertAdjacentHtml.call(this, where, (held ?? html) as string);
    if (held) applyHeldStyles(this.parentElement ?? this);
  };
}

const mayHaveStyle = /\sstyle\s*=/i;
/** A start tag as the HTML tokenizer reads it: text never matches, as a "<" before a letter begins a tag. */
const startTag = /<[a-z][^\s/>]*(?:[\s/]+[^\s/>=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?)*[\s/]*>/gi;
const attribute = /([\s/]+)([^\s/>=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/g;

/** The same markup with each style attribute under another name. */
export function holdStyleAttributes(html: string): string {
  return html.replace(startTag, (tag) =>
    mayHaveStyle.test(tag)
      ? tag.replace(attribute, (whole, space: string, name: string, value = "") =>
          name.toLowerCase() === "style" ? `${space}${heldAttribute}${value}` : whole,
        )
      : tag,
  );
}

function applyHeldStyles(root: Element): void {
  for (const element of root.querySelectorAll(`[${heldAttribute}]`)) {
    if (isStyled(element)) element.style.cssText = element.getAttribute(heldAttribute) ?? "";
    element.removeAttribute(heldAttribute);
  }
}

function isStyled(element: Element): element is HTMLElement | SVGElement {
  return element instanceof HTMLElement || element instanceof SVGElement;
}
