import type { Context, Middleware } from 'koa'
import { endSessionsByLink } from '../../areas/accounts/sessions/endByLink.ts'
import { END_SESSIONS_PATH, readSessionEndLink } from '../../areas/accounts/sessions/endLink.ts'
import { Failure } from '../../kernel/failure.ts'
import { lookUp } from '../../kernel/lookUp.ts'
import type { Scope } from '../../kernel/scope.ts'
import { sendHtmlPage } from './htmlPage.ts'

interface EndSessionsPageOptions {
  /** The scope of a request, without its session: the link is the only proof. */
  readonly scopeOf: (ctx: Context) => Scope
  readonly webUrl: string
}

/**
 * Serves the page that mailed links lead to. It changes nothing until its button is pressed, because mail scanners open
 * links; it needs no script, cookie or session.
 */
export function endSessionsPage({ scopeOf, webUrl }: EndSessionsPageOptions): Middleware {
  return async (ctx, next) => {
    const answer = ctx.path === END_SESSIONS_PATH ? lookUp(ANSWERS, ctx.method) : undefined
    if (!answer) return next()
    ctx.state.operation = 'endSessionsPage'
    const token = new URLSearchParams(ctx.querystring).get('token') ?? ''
    try {
      sendPage(ctx, 200, await answer(scopeOf(ctx), token, webUrl))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      sendPage(ctx, 400, VOID_LINK)
    }
  }
}

type Answer = (scope: Scope, token: string, webUrl: string) => Promise<string>

const ask: Answer = async (scope, token) => readSessionEndLink(scope, token).then(() => QUESTION)
const end: Answer = async (scope, token, webUrl) => endSessionsByLink(scope, token).then(() => endedText(webUrl))
/** Content of the page by the method of the request. */
const ANSWERS: Readonly<Record<string, Answer>> = { GET: ask, HEAD: ask, POST: end }

/** The form is sent to the address of the page, which holds the token. */
const QUESTION = `<p>This ends every session of your account, on all devices, and every device that skips the second factor. Two-factor authentication that was enabled since the mail is disabled, and an e-mail address that has replaced yours since goes back.</p>
      <form method="post"><button>End all sessions</button></form>`
const VOID_LINK = '<p>This link is not valid any more: it has expired, or a link was used since it was mailed.</p>'
const endedText = (webUrl: string) =>
  `<p>All sessions have ended. If somebody else knows your password, <a href="${encodeURI(webUrl)}">set a new one</a> now.</p>`

const sendPage = (ctx: Context, status: number, content: string) =>
  sendHtmlPage(ctx, { status, title: 'End all sessions', content })
