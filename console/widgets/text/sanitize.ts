// Sanitises text from other sources. Loaded with the first such text.
import DOMPurify from "dompurify";
import { Marked } from "marked";

const purifier = DOMPurify(window);

// No forms, styles, ids or names: the text must not imitate, restyle or override parts of the console.
const allowed = {
  ALLOWED_TAGS:
    "a abbr b blockquote br caption code dd del details div dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var".split(
      " ",
    ),
  ALLOWED_ATTR: ["href", "src", "alt", "title", "colspan", "rowspan", "start", "align", "open", "lang", "dir"],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|\/(?!\/)|#|data:image\/(?:png|jpeg|gif|webp);)/i,
};

purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A" && node.hasAttribute("href")) {
    node.setAttribute("target", "_blank");
    node.setAttribute("rel", "noopener noreferrer nofollow");
    // data: URLs are allowed only for images.
    if (/^data:/i.test(node.getAttribute("href") ?? "")) node.removeAttribute("href");
  }
  if (node.tagName === "IMG" && isRemote(node.getAttribute("src"))) node.replaceWith(linkTo(node));
});

/** A remote image would reveal the reader to its server, and the content security policy blocks it. */
const isRemote = (source: string | null) => source === null || !/^(?:data:|\/(?!\/))/i.test(source);

function linkTo(image: Element): Node {
  const source = image.getAttribute("src");
  const text = image.getAttribute("alt") || "Image";
  if (source === null) return document.createTextNode(text);
  const link = document.createElement("a");
  link.href = source;
  link.target = "_blank";
  link.rel = "noopener noreferrer nofollow";
  link.textContent = text;
  return link;
}

export const sanitizeHtml = (html: string): string => purifier.sanitize(html, allowed);

const marked = new Marked({ gfm: true, breaks: true, async: false });

export const renderMarkdown = (markdown: string): string => sanitizeHtml(marked.parse(markdown, { async: false }));
