import { builder } from '../../../edges/graphql/builder.ts'

/** Arguments that narrow a list to what was made in a time. */
export const spanArguments = () =>
  builder.args((t) => ({
    since: t.field({ type: 'DateTime', description: 'Only what was made at this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Only what was made before this time.' }),
  }))
