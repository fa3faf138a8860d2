import { z } from 'zod'
import { FOR_ADMINS, FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { operationCache } from '../../../edges/graphql/operationCache.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { publicMutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { SETUP_STEPS, type ServerRules, type SetupStep } from '../../../kernel/scope.ts'
import { createFirstAdmin, needsFirstAdmin } from '../account/firstAdmin.ts'
import { NAME_BOUNDS } from '../account/names.ts'
import { PASSWORD_BOUNDS } from '../account/passwords.ts'
import { registrationRules } from '../account/registration.ts'
import { type DemoLogin, demoLoginsFor } from '../login/demoLogins.ts'
import { continueInSession } from './login.ts'
import { currentSession } from './session.ts'

const SetupStepKind = enumOf<SetupStep>('SetupStepKind', 'What an operator sets before a server is for everybody.', {
  publicUrl: 'PUBLIC_URL is an address that other machines reach.',
  https: 'PUBLIC_URL begins with https.',
  mail: 'SMTP_URL names a server that delivers mails.',
  secretKey: 'SECRET_KEY is set, rather than kept in the data folder.',
  production: 'NODE_ENV is production.',
})

const Step = builder.objectRef<{ readonly kind: SetupStep; readonly isDone: boolean }>('SetupStep').implement({
  description: 'A step of setting up a server.',
  fields: (t) => ({
    kind: t.expose('kind', { type: SetupStepKind, description: 'What is set.' }),
    isDone: t.exposeBoolean('isDone', { description: 'Whether it is set.' }),
  }),
})

const Login = builder.objectRef<DemoLogin>('DemoLogin').implement({
  description: 'A demo account that anybody can log in to.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'Name to log in with.' }),
    password: t.exposeString('password', { description: 'Password.' }),
  }),
})

const stepsOf = ({ setup }: ServerRules) => SETUP_STEPS.map((kind) => ({ kind, isDone: setup[kind] }))

/** Read once for an operation, under however many aliases they are selected. */
const isAdminMissing = operationCache(({ publicScope }: GraphContext) => needsFirstAdmin(publicScope))
const usableDemoLogins = operationCache(({ publicScope }: GraphContext) => demoLoginsFor(publicScope))

const Setup = builder.objectRef<object>('Setup').implement({
  description: 'How far a server is set up.',
  fields: (t) => ({
    needsFirstAdmin: t.boolean({
      ...FOR_ANYONE,
      description: 'Whether nobody is an admin yet: `createFirstAdmin` makes the first one.',
      complexity: 1,
      resolve: (_setup, _args, context) => isAdminMissing(context),
    }),
    demoLogins: t.field({
      type: [Login],
      ...FOR_ANYONE,
      ...atMost(10),
      description: 'Demo accounts that can log in from this client; none in production.',
      resolve: (_setup, _args, context) => usableDemoLogins(context),
    }),
    steps: t.field({
      type: [Step],
      nullable: true,
      ...FOR_ADMINS,
      ...atMost(SETUP_STEPS.length),
      description: 'Steps of the operator; for admins.',
      resolve: (_setup, _args, { publicScope }) => stepsOf(publicScope.rules),
    }),
  }),
})

builder.queryField('setup', (t) =>
  t.field({
    type: Setup,
    ...FOR_ANYONE,
    description: 'How far this server is set up.',
    resolve: () => ({}),
  }),
)

publicMutation('createFirstAdmin', {
  description:
    'Creates the first admin of a server and logs in, by the code that the log of the server shows at its start. At most 20 attempts of a network in an hour.',
  input: z.object({
    code: z.string().max(64).describe('Code of the log, such as `ABCD-EFGH-JKLM`.'),
    username: z.string().describe('Name to log in with, and display name at first.'),
    email: z.string().describe('E-mail address.'),
    password: z.string().describe('Password; none of the 10,000 most common, not the own name.'),
  }),
  bounds: { username: NAME_BOUNDS, password: PASSWORD_BOUNDS },
  rules: registrationRules,
  run: async (scope, input, context) => {
    await continueInSession(context, await createFirstAdmin(scope, input))
    return {}
  },
  payload: (t) => ({
    session: t.field(currentSession('The new session, which tells whether it still needs a second factor.')),
  }),
})
