import type { Context, Middleware } from 'koa'
import { Failure } from '../../kernel/failure.ts'
import { lookUp } from '../../kernel/lookUp.ts'
import { readBodyBytes } from '../request.ts'
import { errorResponseOf, HttpError } from './errors.ts'
import { escapeHtml, sendHtmlPage } from './htmlPage.ts'

/** Parameters of a mailed link about a login from a new place. */
interface Link {
  readonly token: string
  readonly userId?: string | undefined
}

interface LoginPageOptions {
  readonly path: string
  readonly webUrl: string
  /** The login that waits; null if it has ended. Throws a Failure for an invalid link. */
  readonly read: (link: Link) => Promise<{ address: string; userAgent: string; createdAt: Date } | null>
  /** Finishes the login; false if it has ended. Throws a Failure for an invalid link. */
  readonly finish: (link: Link) => Promise<boolean>
}

const MAX_FORM_BYTES = 4_096
const FORM_TYPE = 'application/x-www-form-urlencoded'

/**
 * Serves the page that the link of a mail about a new login leads to: reading it changes nothing, as mail scanners open
 * links; its button finishes the login. It needs no script.
 */
export function loginPage(options: LoginPageOptions): Middleware {
  const pages: Readonly<Record<string, typeof askForConsent>> = {
    GET: askForConsent,
    HEAD: askForConsent,
    POST: finishLogin,
  }
  return async (ctx, next) => {
    const page = ctx.path === options.path ? lookUp(pages, ctx.method) : undefined
    if (!page) return next()
    await page(options, ctx).catch((error: unknown) => sendRefusal(ctx, error))
  }
}

function sendRefusal(ctx: Context, error: unknown): void {
  if (!(error instanceof Failure)) throw error
  const { status } = errorResponseOf(error, '', () => false)
  if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
  send(ctx, status, { title: 'The login was not finished', paragraphs: [error.message] })
}

async function askForConsent({ path, read }: LoginPageOptions, ctx: Context): Promise<void> {
  const link = linkOf(new URLSearchParams(ctx.querystring))
  const login = await read(link)
  if (!login) return sendEnded(ctx)
  const { address, userAgent, createdAt } = login
  send(ctx, 200, {
    title: 'Finish the login?',
    paragraphs: [
      `Somebody logged in to your account with your password, from the address ${address}.`,
      `Time: ${createdAt.toUTCString()}. Program: ${userAgent || 'unknown'}.`,
      'Finish the login only if that was you. If it was not you, close this page and change your password.',
    ],
    form: { action: path, link },
  })
}

async function finishLogin({ webUrl, finish }: LoginPageOptions, ctx: Context): Promise<void> {
  if (ctx.is(FORM_TYPE) === false) throw new HttpError(415, `The content type must be ${FORM_TYPE}`)
  const body = await readBodyBytes(ctx.req, MAX_FORM_BYTES)
  if (!body) throw new HttpError(413, 'The form is too large')
  const isFinished = await finish(linkOf(new URLSearchParams(body.toString('utf8'))))
  if (!isFinished) return sendEnded(ctx)
  const paragraphs = ['Go back to the device on which you logged in: it can use your account now.']
  send(ctx, 200, { title: 'The login is finished', paragraphs, home: webUrl })
}

const sendEnded = (ctx: Context) =>
  send(ctx, 200, {
    title: 'This login has ended',
    paragraphs: ['Its place is known now: log in again there, with your password.'],
  })

function linkOf(parameters: URLSearchParams): Link {
  const userId = parameters.get('userId')
  return { token: parameters.get('token') ?? '', ...(userId !== null && { userId }) }
}

interface Page {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly form?: { readonly action: string; readonly link: Link }
  /** URL of the web frontend. */
  readonly home?: string
}

const hiddenInput = ([name, value]: [string, string]) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

function formHtml({ action, link: { token, userId } }: NonNullable<Page['form']>): string {
  const inputs = Object.entries({ token, ...(userId !== undefined && { userId }) }).map(hiddenInput)
  return `<form method="post" action="${action}">${inputs.join('')}<button type="submit">Finish the login</button></form>`
}

function send(ctx: Context, status: number, { title, paragraphs, form, home }: Page): void {
  const parts = [
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...(form ? [formHtml(form)] : []),
    ...(home ? [`<p><a href="${escapeHtml(home)}">Go to the website</a></p>`] : []),
  ]
  sendHtmlPage(ctx, { status, title, content: parts.join('\n      ') })
}
