import type { GraphQLParams, Plugin } from 'graphql-yoga'
import type { GraphContext } from '../context.ts'
import { asGraphQLError } from '../errors.ts'
import { documentTextOf, type PersistedDocuments } from './persistedDocuments.ts'

/** Replaces ids of listed documents by their texts in requests that Yoga handles. */
export const documentPlugin = (documents: PersistedDocuments | null): Plugin<GraphContext, GraphContext> => ({
  onParams({ request, params, setParams, setResult }) {
    const named = { ...params, ...documentIdOf(request, params) }
    try {
      const query = documentTextOf(documents, named)
      if (query !== undefined) setParams({ ...params, query })
    } catch (error) {
      setParams({ ...params, query: '' })
      setResult({ errors: [asGraphQLError(error)] })
    }
  },
})

/** The id of a GET request, whose parameters Yoga doesn't read from the URL. */
function documentIdOf(request: Request, params: GraphQLParams) {
  if (request.method !== 'GET' || params.query !== undefined) return {}
  const documentId = new URL(request.url, 'http://localhost').searchParams.get('documentId')
  return documentId === null ? {} : { documentId }
}
