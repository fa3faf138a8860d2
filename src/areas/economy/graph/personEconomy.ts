import { builder } from '../../../edges/graphql/builder.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { User } from '../../users/graph/user.ts'
import { type PersonEconomy as Row, readPersonEconomies } from '../personEconomy.ts'

const economiesByUser = createLoader<Row>(readPersonEconomies, ({ userId }) => userId)

const PersonEconomy = builder.objectRef<Row>('PersonEconomy').implement({
  description:
    'Tokens of a person, and whether they can be spent. Staff with `ECONOMY` or `PEOPLE` sees it. All amounts are whole numbers.',
  fields: (t) => ({
    balance: t.exposeFloat('balance', { description: 'Tokens that can be spent.' }),
    earnings: t.exposeFloat('earnings', {
      description: 'Tokens that sales brought, which cannot be spent; those that are held are among them.',
    }),
    held: t.exposeFloat('held', { description: 'Tokens that are held for now.' }),
    debt: t.exposeFloat('debt', {
      description: 'Tokens of taken-back payments that were spent; they are collected while the person is blocked.',
    }),
    blockedAt: t.expose('blockedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when the person cannot spend tokens; null if they can.',
    }),
    blockedReason: t.exposeString('blockedReason', {
      nullable: true,
      description: 'Why the person cannot spend tokens; null if they can.',
    }),
    hasAcceptedTerms: t.exposeBoolean('hasAcceptedTerms', {
      description: 'Whether the person has accepted the present terms of the payment provider.',
    }),
  }),
})

builder.objectFields(User, (t) => ({
  economy: t.field({
    type: PersonEconomy,
    nullable: true,
    description: 'Tokens of the person for staff with `ECONOMY` or `PEOPLE`; null for others.',
    resolve: ({ id }, _args, context) => economiesByUser(context).load(id),
  }),
}))
