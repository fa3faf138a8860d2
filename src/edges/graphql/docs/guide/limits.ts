import { BOUNDS } from '../../../../kernel/bounds.ts'
import { MAX_EXECUTION } from '../../limits.ts'
import type { Section } from './blocks.ts'

const number = (value: number) => value.toLocaleString('en')
const MILLISECONDS = 1_000

const { graphqlComplexity, graphqlAdminComplexity, graphqlAnonymousComplexity, graphqlDepth } = BOUNDS
const { graphqlTokens, graphqlAliases, graphqlBatch, graphqlMessageBytes } = BOUNDS

export const limits: Section = {
  id: 'limits',
  title: 'Limits and cost',
  blocks: [
    {
      text: 'The cost of a document is the most objects that it can return: each object costs 1 where it stands, times the sizes of the pages and lists above it. Edges, nodes and `pageInfo` are objects; `__typename` and scalars are free, but for large ones, which cost 1 for each KiB. A list whose size is not known counts 10 objects; what it returns beyond them is charged as it is returned. What several fragments select counts once, and what `@skip` or `@include` leave out does not count. A batch costs the sum of its operations. Ask for pages of the size that is shown.',
    },
    {
      text: 'With the request header `X-Plaza-Cost: 1` the result tells its cost in `extensions.cost`. A document that costs too much is refused with the reason `TOO_COMPLEX`, and `cost` and `limit` beside it.',
    },
    {
      text: 'A mutation costs at least 10. The operations of a batch share one limit. Levels between a connection and its nodes are not counted. Variables that the operation does not declare are ignored.',
    },
    {
      text: 'Clients that persist queries automatically, by the hash of a text, are told to send the text. The operator can list the documents of an application: then send their id as `documentId`, or the hash, instead of the text.',
    },
    {
      table: {
        head: ['What', 'At most', 'Refused with'],
        rows: [
          ['Cost of a document', number(graphqlComplexity.most), graphqlComplexity.beyond],
          [
            'Cost of a document without a session',
            number(graphqlAnonymousComplexity.most),
            graphqlAnonymousComplexity.beyond,
          ],
          ['Cost of a document of an admin', number(graphqlAdminComplexity.most), graphqlAdminComplexity.beyond],
          ['Nested levels', number(graphqlDepth.most), graphqlDepth.beyond],
          ['Tokens of a document', number(graphqlTokens.most), graphqlTokens.beyond],
          ['Aliases', number(graphqlAliases.most), graphqlAliases.beyond],
          ['Operations in a batch', number(graphqlBatch.most), graphqlBatch.beyond],
          ['Objects of a page', number(BOUNDS.graphqlPage.most), BOUNDS.graphqlPage.beyond],
          ['Characters of variables', number(BOUNDS.graphqlVariables.most), BOUNDS.graphqlVariables.beyond],
          ['Characters of the texts in a result', number(BOUNDS.graphqlResult.most), BOUNDS.graphqlResult.beyond],
          ['Bytes of a request', number(BOUNDS.bodyBytes.most), BOUNDS.bodyBytes.beyond],
          ['Bytes of a websocket message', number(graphqlMessageBytes.most), graphqlMessageBytes.beyond],
          ['Websockets of a user', number(BOUNDS.graphqlSockets.most), BOUNDS.graphqlSockets.beyond],
          ['Subscriptions of a user', number(BOUNDS.subscriptions.most), BOUNDS.subscriptions.beyond],
          ['Seconds that an operation may take', number(MAX_EXECUTION / MILLISECONDS), '`UNAVAILABLE`'],
        ],
      },
    },
    {
      text: 'Requests are counted as well, those of a user together. The headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` tell the limit, what is left of it, and the seconds until it is whole again. Beyond it, requests are refused with `RATE_LIMITED`, `retryAfter`, and the header `Retry-After`.',
    },
  ],
}
