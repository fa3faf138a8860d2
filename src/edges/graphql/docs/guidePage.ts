import { escapeHtml } from '../../pages/htmlPage.ts'
import type { Block, Example, Section, Table } from './guide/blocks.ts'

/** Escapes a text, and marks up `code` and [links](/path). */
const inline = (text: string) =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\((\/[^)\s]*)\)/g, '<a href="$2">$1</a>')

const code = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`
const json = (value: unknown) => code(JSON.stringify(value, null, 2))

const row = (tag: 'td' | 'th', cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<${tag}>${inline(cell)}</${tag}>`).join('')}</tr>`

const table = ({ head, rows }: Table) =>
  `<table><thead>${row('th', head)}</thead><tbody>${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`

const example = ({ title, document, variables, response }: Example) => `<figure>
<figcaption>${inline(title)}</figcaption>
${code(document)}
${variables ? `<p>Variables</p>\n${json(variables)}\n` : ''}<p>Response</p>
${json(response)}
</figure>`

function block(one: Block): string {
  if ('text' in one) return `<p>${inline(one.text)}</p>`
  if ('list' in one) return `<ul>${one.list.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
  if ('table' in one) return table(one.table)
  if ('example' in one) return example(one.example)
  return `<figure>\n<figcaption>${inline(one.script.title)}</figcaption>\n${code(one.script.code)}\n</figure>`
}

const section = ({ id, title, blocks }: Section) =>
  `<section id="${id}">\n<h2>${inline(title)}</h2>\n${blocks.map(block).join('\n')}\n</section>`

const contents = (sections: readonly Section[]) =>
  sections.map(({ id, title }) => `<li><a href="#${id}">${inline(title)}</a></li>`).join('')

const GRAPHIQL_LINK = ' <a href="/graphql">GraphiQL</a>'

export const GUIDE_STYLE_PATH = '/docs/graphql.css'

/** The guide as an HTML page without scripts. */
export const guidePage = (sections: readonly Section[], hasGraphiql: boolean) => `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Plaza GraphQL guide</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${GUIDE_STYLE_PATH}">
  </head>
  <body>
    <header>
      <nav aria-label="Plaza"><a href="/">Plaza</a>${hasGraphiql ? GRAPHIQL_LINK : ''} <a href="/schema.graphql">Schema</a> <a href="/docs/">REST</a></nav>
    </header>
    <main>
      <h1>GraphQL guide</h1>
      <nav aria-label="Contents"><ol>${contents(sections)}</ol></nav>
${sections.map(section).join('\n')}
    </main>
  </body>
</html>
`

export const GUIDE_STYLE = `:root {
  color-scheme: light dark;
  --line: color-mix(in srgb, currentColor 20%, transparent);
  --shade: color-mix(in srgb, currentColor 6%, transparent);
}
body { margin: 0 auto; max-width: 52rem; padding: 1rem; font: 1rem/1.55 system-ui, sans-serif; }
header nav a { margin-right: 1rem; }
h1 { line-height: 1.2; }
h2 { margin-top: 2.5rem; }
code, pre { font: 0.875rem/1.45 ui-monospace, monospace; }
:not(pre) > code { padding: 0.1em 0.3em; border-radius: 0.25rem; background: var(--shade); overflow-wrap: anywhere; }
pre { margin: 0.25rem 0 0.75rem; padding: 0.75rem; overflow-x: auto; border-radius: 0.375rem; background: var(--shade); }
figure { margin: 1.25rem 0; padding: 0.75rem 1rem 0; border: 1px solid var(--line); border-radius: 0.5rem; }
figure p { margin: 0; font-size: 0.875rem; }
figcaption { font-weight: 600; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
`
