import type Router from '@koa/router'
import type { Context } from 'koa'
import { pageRouter } from '../koa.ts'
import { escapeHtml, refusalPage, sendHtmlPage } from './htmlPage.ts'
import { formReader } from './pageForm.ts'

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

const readForm = formReader(4_096)

/**
 * Serves the page that the link of a mail about a new login leads to: reading it changes nothing, as mail scanners open
 * links; its button finishes the login. It needs no script.
 */
export const loginPage = (options: LoginPageOptions): Router =>
  pageRouter()
    .use(refusalPage('The login was not finished', ({ message }) => message))
    .get(options.path, (ctx) => askForConsent(options, ctx))
    .post(options.path, (ctx) => finishLogin(options, ctx))

async function askForConsent({ path, read }: LoginPageOptions, ctx: Context): Promise<void> {
  const parameters = new URLSearchParams(ctx.querystring)
  const link = linkOf((name) => parameters.get(name))
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
  const isFinished = await finish(linkOf(await readForm(ctx)))
  if (!isFinished) return sendEnded(ctx)
  const paragraphs = ['Go back to the device on which you logged in: it can use your account now.']
  send(ctx, 200, { title: 'The login is finished', paragraphs, home: webUrl })
}

const sendEnded = (ctx: Context) =>
  send(ctx, 200, {
    title: 'This login has ended',
    paragraphs: ['Its place is known now: log in again there, with your password.'],
  })

function linkOf(parameter: (name: string) => string | null): Link {
  const userId = parameter('userId')
  return { token: parameter('token') ?? '', ...(userId !== null && { userId }) }
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
