import { join } from 'node:path'
import type Router from '@koa/router'
import type Koa from 'koa'
import { finishLoginByLink, LOGIN_PAGE_PATH, readWaitingLogin } from './areas/accounts/login/emailCodes.ts'
import type { SessionCache } from './areas/accounts/sessions/sessionCache.ts'
import { areas } from './areas/index.ts'
import { docsRoutes } from './edges/pages/docs.ts'
import { endSessionsPage } from './edges/pages/endSessionsPage.ts'
import { loginPage } from './edges/pages/loginPage.ts'
import { paymentWebhook } from './edges/pages/paymentWebhook.ts'
import { publicImages } from './edges/pages/publicImages.ts'
import { testPaymentPage } from './edges/pages/testPaymentPage.ts'
import { clientInfoOf, cookieTokens, viewerOfTokens } from './edges/request.ts'
import { firstSegmentOf, webPage } from './edges/web/page.ts'
import { type Scope, type Services, systemScope } from './kernel/scope.ts'
import { WEB_FOLDER } from './platform/packageFolder.ts'
import type { Platform } from './platform/platform.ts'
import { allowedOriginsOf, hasGraphiql, isProduction, proxyRulesOf, storeOriginOf } from './settings.ts'

/** The scope of a request without its session. */
const scopeOfRequest = (platform: Platform, services: Services, { req, state }: Koa.Context) => ({
  ...systemScope(services),
  clientInfo: clientInfoOf(req, proxyRulesOf(platform.settings), 'web'),
  requestId: state.requestId,
})

export const openPaymentWebhook = (platform: Platform, services: Services) =>
  paymentWebhook((ctx) => scopeOfRequest(platform, services, ctx))

/** What the pages of the server are made of. */
interface PageParts {
  readonly platform: Platform
  readonly services: Services
  readonly sessions: SessionCache
}

/** Finds the scope of requests for pages, with the session of their cookie. */
const openSessionLookup =
  ({ platform, services, sessions }: PageParts) =>
  async (ctx: Koa.Context): Promise<Scope> => {
    const scope = scopeOfRequest(platform, services, ctx)
    const identify = (token: string) => sessions.authenticate(scope, token, false)
    return { ...scope, viewer: await viewerOfTokens(cookieTokens(ctx.req), identify) }
  }

const openDocs = (platform: Platform, scopeOf: (ctx: Koa.Context) => Promise<Scope>) =>
  docsRoutes({
    tables: areas,
    hasGraphiql: hasGraphiql(platform.settings),
    scopeOf: isProduction(platform.settings) ? scopeOf : null,
  })

const openTestPaymentPage = ({ settings }: Platform, scopeOf: (ctx: Koa.Context) => Promise<Scope>) =>
  testPaymentPage({ webUrl: settings.WEB_URL, allowedOrigins: allowedOriginsOf(settings), scopeOf })

const openEndSessionsPage = (platform: Platform, services: Services) =>
  endSessionsPage({
    webUrl: platform.settings.WEB_URL,
    scopeOf: (ctx) => scopeOfRequest(platform, services, ctx),
  })

const openLoginPage = ({ settings }: Platform, services: Services) =>
  loginPage({
    path: LOGIN_PAGE_PATH,
    webUrl: settings.WEB_URL,
    read: (link) => readWaitingLogin(systemScope(services), link),
    finish: (link) => finishLoginByLink(systemScope(services), link),
  })

/** Serves the web UI at the paths that neither the APIs nor the routers serve. */
export const openWebPage = ({ settings }: Platform, routers: readonly Router[]) =>
  webPage({
    template: join(WEB_FOLDER, 'index.html'),
    publicUrl: settings.PUBLIC_URL,
    allowedOrigins: allowedOriginsOf(settings),
    storeOrigin: storeOriginOf(settings),
    otherSegments: new Set([...API_SEGMENTS, ...routers.flatMap(segmentsOf)]),
  })

/** First segments of the paths of REST and GraphQL, which have routers of their own. */
const API_SEGMENTS = ['api', 'graphql']

const segmentsOf = ({ stack }: Router) => stack.map(({ path }) => firstSegmentOf(String(path)))

/** Pages for people and their pictures. */
export function openPages(parts: PageParts): readonly Router[] {
  const { platform, services } = parts
  const scopeOf = openSessionLookup(parts)
  return [
    openLoginPage(platform, services),
    openEndSessionsPage(platform, services),
    openDocs(platform, scopeOf),
    publicImages(),
    ...(platform.payments.settle ? [openTestPaymentPage(platform, scopeOf)] : []),
  ]
}
