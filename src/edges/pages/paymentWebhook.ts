import type Router from '@koa/router'
import type { Context } from 'koa'
import { admitWebhook, receiveWebhook } from '../../areas/economy/payments/paymentEvents.ts'
import { BOUNDS } from '../../kernel/bounds.ts'
import type { Scope } from '../../kernel/scope.ts'
import { pageRouter } from '../koa.ts'
import { readBodyBytes } from '../requestBody.ts'
import { HttpError, JSON_TYPE } from '../rest/errors.ts'

const PATH = /^\/webhooks\/payment\/([0-9a-z]{1,64})$/

/**
 * Takes what payment providers tell: `POST /webhooks/payment/{provider}`. The signature of the body is the only proof: it
 * needs no session, and comes from servers, which have no origin. It has a limit of its own, so it stands before the gate.
 */
export const paymentWebhook = (scopeOf: (ctx: Context) => Scope): Router =>
  pageRouter().post(PATH, async (ctx) => {
    ctx.state.operation = 'paymentWebhook'
    const [provider = ''] = ctx.captures ?? []
    const scope = scopeOf(ctx)
    await admitWebhook(scope, provider)
    const body = await readBodyBytes(ctx.req, BOUNDS.webhookBytes.most)
    if (!body) throw new HttpError(413, 'The body is too large')
    await receiveWebhook(scope, { provider, body, headers: ctx.headers })
    ctx.set(Object.fromEntries([JSON_TYPE, ['Cache-Control', 'no-store']]))
    ctx.body = '{"received":true}'
  })
