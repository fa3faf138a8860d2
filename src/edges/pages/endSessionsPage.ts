import type Router from '@koa/router'
import type { Context } from 'koa'
import { endSessionsByLink } from '../../areas/accounts/sessions/endByLink.ts'
import { END_SESSIONS_PATH, readSessionEndLink } from '../../areas/accounts/sessions/endLink.ts'
import { Failure } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { pageRouter } from '../koa.ts'
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
export function endSessionsPage({ scopeOf, webUrl }: EndSessionsPageOptions): Router {
  const serve = (act: (scope: Scope, token: string) => Promise<unknown>, content: string) => async (ctx: Context) => {
    ctx.state.operation = 'endSessionsPage'
    const token = new URLSearchParams(ctx.querystring).get('token') ?? ''
    try {
      await act(scopeOf(ctx), token)
      sendPage(ctx, 200, content)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      sendPage(ctx, 400, VOID_LINK)
    }
  }
  return pageRouter()
    .get(END_SESSIONS_PATH, serve(readSessionEndLink, QUESTION))
    .post(END_SESSIONS_PATH, serve(endSessionsByLink, endedText(webUrl)))
}

/** The form is sent to the address of the page, which holds the token. */
const QUESTION = `<p>This ends every session of your account, on all devices, and every device that skips the second factor. Two-factor authentication that was enabled since the mail is disabled, and an e-mail address that has replaced yours since goes back.</p>
      <form method="post"><button>End all sessions</button></form>`
const VOID_LINK = '<p>This link is not valid any more: it has expired, or a link was used since it was mailed.</p>'
const endedText = (webUrl: string) =>
  `<p>All sessions have ended. If somebody else knows your password, <a href="${encodeURI(webUrl)}/?resetPassword=">set a new one</a> now.</p>`

const sendPage = (ctx: Context, status: number, content: string) =>
  sendHtmlPage(ctx, { status, title: 'End all sessions', content })
