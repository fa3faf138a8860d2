import { BOUNDS } from '../../../../kernel/bounds.ts'
import { DEFAULT_PAGE } from '../../limits.ts'
import type { Section } from './blocks.ts'

const WORLDS = `query Worlds($after: String) {
  worlds(first: 2, after: $after, sort: NAME) {
    edges { cursor node { id name occupantCount } }
    pageInfo { hasNextPage endCursor }
  }
}`

const POLICIES = `// const policies = await (await fetch('/apollo-policies.json')).json()
function typePoliciesOf({ typePolicies }) {
  const listsOf = (fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, { keyArgs }]) => [name, relayStylePagination(keyArgs)]))
  return Object.fromEntries(
    Object.entries(typePolicies).map(([type, { fields = {}, ...policy }]) => [type, { ...policy, fields: listsOf(fields) }]),
  )
}
// new InMemoryCache({ possibleTypes: policies.possibleTypes, typePolicies: typePoliciesOf(policies) })`

const CURSOR = 'Y3Vyc29yOndvcmxk'

const page = (hasNextPage: boolean, names: readonly string[]) => ({
  data: {
    worlds: {
      edges: names.map((name, at) => ({
        cursor: `Y3Vyc29yOndvcmxk${at}`,
        node: { id: `wrld_0192f6a4-5d00-7000-8000-00000000000${at}`, name, occupantCount: 4 },
      })),
      pageInfo: { hasNextPage, endCursor: hasNextPage ? CURSOR : 'Y3Vyc29yOmxhc3Q' },
    },
  },
})

export const lists: Section = {
  id: 'pagination',
  title: 'Pagination',
  blocks: [
    {
      text: `Lists are Relay connections with \`edges\`, \`nodes\` and \`pageInfo\`. A page has ${DEFAULT_PAGE} objects unless \`first\` or \`last\` asks for another number, at most ${BOUNDS.graphqlPage.most}. Pass \`pageInfo.endCursor\` as \`after\` to read the next page while \`hasNextPage\` is true; \`startCursor\` and \`before\` go back.`,
    },
    {
      example: {
        title: 'The first page',
        document: WORLDS,
        variables: { after: null },
        response: page(true, ['Atrium', 'Belvedere']),
      },
    },
    {
      example: {
        title: 'The next page',
        document: WORLDS,
        variables: { after: CURSOR },
        response: page(false, ['Colonnade']),
      },
    },
    {
      text: 'A list that is read in pages is read by `edges { cursor node { … } }`: caches join the edges of its pages to one list. `nodes` is for lists of which one page is enough, and one list is read in one of the two ways only.',
    },
    {
      text: 'Caches that know objects by id need policies for objects without id, and for the arguments by which one list differs from another. [/apollo-policies.json](/apollo-policies.json) has them for the whole schema: `possibleTypes`, and `typePolicies` with `keyArgs` for each list.',
    },
    { script: { title: 'Policies of Apollo Client', code: POLICIES } },
    {
      list: [
        'A cursor belongs to one list with its filter and order; another list refuses it.',
        'Cursors stay valid when objects come and go. An object whose place in the order changes between two pages may come twice: caches that know objects by id take no harm.',
        'Public lists, searches and people may be shown as they were a second ago where the server has a replica of its database, so that an event can be ahead of a list that is read right after it. What a client changes itself is shown at once.',
      ],
    },
  ],
}
