import type { z } from 'zod'
import { APIConfig } from '../../../contract/shapes/clientConfig.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { readClientConfig } from '../clientConfig.ts'

/** What web clients need of the client configuration. */
const Info = APIConfig.pick({
  constants: true,
  contactEmail: true,
  copyrightEmail: true,
  currentPrivacyVersion: true,
  currentTOSVersion: true,
  disableRegistration: true,
  moderationEmail: true,
  supportEmail: true,
})

const Language = builder.objectRef<{ readonly code: string; readonly name: string }>('Language').implement({
  description: 'A language that people can speak.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code by ISO 639-3, such as `eng`.' }),
    name: t.exposeString('name', { description: 'Name of the language.' }),
  }),
})

const ServerInfo = builder.objectRef<z.output<typeof Info>>('ServerInfo').implement({
  description: 'What web clients need to know of this server.',
  fields: (t) => ({
    isRegistrationOpen: t.boolean({
      description: 'Whether anybody can register an account.',
      resolve: ({ disableRegistration }) => !disableRegistration,
    }),
    termsVersion: t.exposeInt('currentTOSVersion', {
      description: 'Version of the terms of service that people accept when they register.',
    }),
    privacyVersion: t.exposeInt('currentPrivacyVersion', { description: 'Version of the privacy policy.' }),
    contactEmail: t.exposeString('contactEmail', { description: 'E-mail address for general questions.' }),
    supportEmail: t.exposeString('supportEmail', { description: 'E-mail address for support.' }),
    moderationEmail: t.exposeString('moderationEmail', { description: 'E-mail address of the moderators.' }),
    copyrightEmail: t.exposeString('copyrightEmail', { description: 'E-mail address for complaints about copyright.' }),
    languages: t.field({
      type: [Language],
      ...atMost(100),
      description: 'Languages that people can add to their profiles.',
      resolve: ({ constants }) =>
        Object.entries(constants.LANGUAGE.SPOKEN_LANGUAGE_OPTIONS).map(([code, name]) => ({ code, name })),
    }),
  }),
})

builder.queryField('serverInfo', (t) =>
  t.field({
    type: ServerInfo,
    ...FOR_ANYONE,
    description: 'What web clients need to know of this server.',
    resolve: async (_root, _args, context) => Info.parse(await readClientConfig(context.publicScope)),
  }),
)
