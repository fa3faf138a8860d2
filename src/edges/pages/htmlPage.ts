import type { Context, Middleware } from 'koa'
import { Failure } from '../../kernel/failure.ts'
import { lookUp } from '../../kernel/maps.ts'
import { statusOfFailure } from '../rest/errors.ts'

interface HtmlPage {
  readonly status: number
  /** Plain text. */
  readonly title: string
  /** HTML below the title; `escapeHtml` makes it from text. */
  readonly content: string
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, which may stand in an attribute, too. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => lookUp(ESCAPES, char) ?? '')

/** Sends a page that mailed links lead to: without scripts, never cached, and not for search engines. */
export function sendHtmlPage(ctx: Context, { status, title, content }: HtmlPage): void {
  ctx.status = status
  ctx.type = 'text/html'
  ctx.set('Cache-Control', 'no-store')
  ctx.body = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)} - Plaza</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`
}

/** Answers refusals of the routes after it by a page, with the text for the person. */
export const refusalPage =
  (title: string, textOf: (failure: Failure) => string): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
      sendHtmlPage(ctx, { status: statusOfFailure(error), title, content: `<p>${escapeHtml(textOf(error))}</p>` })
    }
  }
