import { useCSRFPrevention } from '@graphql-yoga/plugin-csrf-prevention'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'

/** Any of them makes browsers send a preflight request, which pages of other origins fail. Apollo Client sends the first. */
const HEADERS = ['apollo-require-preflight', 'x-graphql-yoga-csrf']
const library = useCSRFPrevention({ requestHeaders: HEADERS })

const preflightRequired = () =>
  new GraphQLError(`Send the header ${HEADERS.join(' or ')} with any value, or POST application/json`, {
    extensions: { reason: 'preflight_required', http: { status: 403 } },
  })

/** Refuses requests that a browser would send for a page of another origin without asking. */
export const csrfPlugin: Plugin = {
  onRequestParse(payload) {
    try {
      return library.onRequestParse?.(payload)
    } catch {
      throw preflightRequired()
    }
  },
}
