import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context, Middleware } from 'koa'
import { lookUp } from '../../kernel/maps.ts'
import { VERSION } from '../../version.ts'
import { escapeHtml, sendHtmlPage } from '../pages/htmlPage.ts'
import { cookieTokens } from '../request.ts'

interface WebPageOptions {
  /** Path of the HTML file that the build writes. */
  readonly template: string
  /** URL of the server in links and pictures. */
  readonly publicUrl: string
  /** Origins, like `https://plaza.example`, at which the page may be opened. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Origin of the object store from which browsers load pictures and to which they upload; null without one. */
  readonly storeOrigin: string | null
  /** First segments of the paths that belong to something else, such as `docs`, also where there is nothing below them. */
  readonly otherSegments: ReadonlySet<string>
}

/**
 * Serves the page of the web UI at `/` and, to browsers, at every path that belongs to nothing else: the script in the page
 * reads the path. Each response has a nonce for styles, so it is never stored.
 */
export function webPage(options: WebPageOptions): Middleware {
  let template: Promise<string> | undefined
  return async (ctx, next) => {
    if (!isPage(ctx, options)) return next()
    template ??= readFile(options.template, 'utf8')
    const html = await template.catch(() => null)
    if (html !== null) return sendPage(ctx, options, html)
    template = undefined
    sendHtmlPage(ctx, {
      status: 503,
      title: 'Plaza',
      content: '<p>The web UI is not built: run npm run build, and start the server again.</p>',
    })
  }
}

function isPage(ctx: Context, { otherSegments }: WebPageOptions): boolean {
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return false
  if (ctx.path === '/') return true
  return !otherSegments.has(firstSegmentOf(ctx.path)) && ctx.accepts('json', 'html') === 'html'
}

export const firstSegmentOf = (path: string) => path.split('/')[1] ?? ''

function sendPage(ctx: Context, options: WebPageOptions, template: string): void {
  const nonce = randomBytes(18).toString('base64')
  const values: Readonly<Record<string, string>> = {
    NONCE: nonce,
    // The cookie can't be read by scripts: which part of the UI to load first follows from whether there is one.
    SESSION: cookieTokens(ctx.req).length > 0 ? 'present' : 'none',
    PUBLIC_URL: options.publicUrl,
    // The page compares it with that of later answers.
    VERSION,
  }
  ctx.status = 200
  ctx.type = 'html'
  ctx.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policyOf(options, originOf(ctx, options), nonce) })
  ctx.vary('Cookie')
  ctx.body = template.replaceAll(/%PLAZA_(\w+)%/g, (_all, name: string) => escapeHtml(lookUp(values, name) ?? ''))
}

/** The origin at which the page was opened, if it is allowed; otherwise that of PUBLIC_URL. */
function originOf(ctx: Context, { allowedOrigins, publicUrl }: WebPageOptions): string {
  const own = new URL(publicUrl).origin
  return [own, ...allowedOrigins].find((origin) => new URL(origin).host === ctx.host) ?? own
}

/** Scripts are allowed by path: other paths of the origin serve scripts that admins set and files that people upload. */
function policyOf({ publicUrl, storeOrigin }: WebPageOptions, origin: string, nonce: string): string {
  const store = storeOrigin === null ? '' : ` ${storeOrigin}`
  return [
    "default-src 'none'",
    `script-src ${origin}/assets/`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${new URL(publicUrl).origin}${store}`,
    `connect-src 'self' ${origin.replace(/^http/, 'ws')}${store}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
