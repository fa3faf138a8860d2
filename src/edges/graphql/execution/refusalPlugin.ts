import type { Plugin } from 'graphql-yoga'
import { Failure } from '../../../kernel/failure.ts'
import type { GraphContext } from '../context.ts'
import { asGraphQLError, type ErrorPresenter, formatResult, presentErrors } from '../errors.ts'

export const notAcceptable = () =>
  new Failure('invalid', 'The response can be application/json, application/graphql-response+json or a stream', {
    reason: 'malformed_request',
  })

const partNotJson = () =>
  new Failure('invalid', 'variables and extensions must be JSON objects', { reason: 'malformed_request' })

const NOT_ACCEPTABLE = 406

/** Gives an `errors` body to what Yoga refuses without one, or takes for a fault of the server. */
export const refusalPlugin = (presenter: ErrorPresenter): Plugin<GraphContext, GraphContext> => ({
  onRequestParse({ requestParser, setRequestParser }) {
    if (!requestParser) return
    setRequestParser(async (request) => {
      try {
        return await requestParser(request)
      } catch (error) {
        throw error instanceof SyntaxError ? asGraphQLError(partNotJson()) : error
      }
    })
  },
  onResponse({ response, setResponse, serverContext, fetchAPI }) {
    if (response.status !== NOT_ACCEPTABLE || response.body) return
    const result = presentErrors(presenter, { errors: [asGraphQLError(notAcceptable())] }, serverContext.requestId)
    const headers = { ...Object.fromEntries(response.headers), 'content-type': 'application/json; charset=utf-8' }
    setResponse(new fetchAPI.Response(JSON.stringify(formatResult(result)), { status: response.status, headers }))
  },
})
