import Router from '@koa/router'

/** A router of pages. Their addresses are exact, and HEAD is served like GET. */
export const pageRouter = () => new Router({ sensitive: true, strict: true })
