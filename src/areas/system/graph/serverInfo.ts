import type { z } from 'zod'
import { APIConfig } from '../../../contract/shapes/clientConfig.ts'
import { FOR_ANYONE } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { fieldRulesOf, type InputFieldRule } from '../../../edges/graphql/resolvers/fieldRules.ts'
import { invalid } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { VERSION } from '../../../version.ts'
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

const FEATURES = {
  registration: 'Anybody can register an account.',
  mail: 'Mails are sent, so that forgotten passwords can be replaced.',
  anonymousWorlds: 'Worlds can be created without a session.',
  impostors: 'Impostors of avatars are made.',
  externalStore: 'A store outside takes payments.',
} as const

type Feature = keyof typeof FEATURES

const ServerFeature = enumOf('ServerFeature', 'What a server may offer.', FEATURES)

function featuresOf({ rules, impostors }: Scope): Feature[] {
  const offered: Readonly<Record<Feature, boolean>> = {
    registration: rules.registrationOpen,
    mail: rules.setup.mail,
    anonymousWorlds: rules.anonymousWorlds,
    impostors: impostors.isConnected,
    externalStore: rules.externalStoreName !== '',
  }
  return FEATURE_NAMES.filter((feature) => offered[feature])
}

const FEATURE_NAMES = ['registration', 'mail', 'anonymousWorlds', 'impostors', 'externalStore'] as const

const length = (description: string) => ({ nullable: true as const, description: `${description}; null for no limit.` })

const FieldRule = builder.objectRef<InputFieldRule>('FieldRule').implement({
  description:
    'What values a field of an input takes. It is read from what checks the values; some fields have further rules, which issues tell.',
  fields: (t) => ({
    input: t.exposeString('input', { description: 'Name of the input type, such as `UpdateProfileInput`.' }),
    field: t.exposeString('field', { description: 'Name of the field.' }),
    isRequired: t.exposeBoolean('isRequired', { description: 'Whether it must be given.' }),
    minLength: t.exposeInt('minLength', length('Fewest characters, of each entry in a list')),
    maxLength: t.exposeInt('maxLength', length('Most characters, of each entry in a list')),
    pattern: t.exposeString('pattern', {
      nullable: true,
      description: 'Regular expression of the text, to be used with the flag `u`; null for any text.',
    }),
    maxEntries: t.exposeInt('maxEntries', length('Most entries of the list')),
    minimum: t.exposeFloat('minimum', length('Smallest number')),
    maximum: t.exposeFloat('maximum', length('Largest number')),
  }),
})

const MOST_INPUTS = 20

const tooManyInputs = () =>
  invalid('inputs', `inputs: at most ${MOST_INPUTS} names`, { reason: 'too_many_entries', max: MOST_INPUTS })

/** One for each rule. Too many names are refused when they are read: their rules are not counted before. */
const costOfRules = (inputs: readonly string[]) =>
  inputs.length > MOST_INPUTS ? MOST_INPUTS : fieldRulesOf(inputs).length

const ServerInfo = builder.objectRef<z.output<typeof Info>>('ServerInfo').implement({
  description: 'What web clients need to know of this server.',
  fields: (t) => ({
    name: t.string({
      description: 'Name of the server, which its operator has chosen.',
      resolve: (_info, _args, { scope }) => scope.rules.serverName,
    }),
    version: t.string({
      description: 'Version of the server, as in the header `X-Plaza-Version`.',
      resolve: () => VERSION,
    }),
    features: t.field({
      type: [ServerFeature],
      description: 'What the server offers.',
      resolve: (_info, _args, { scope }) => featuresOf(scope),
    }),
    uploadOrigins: t.field({
      type: ['URL'],
      description: 'Origins to which clients send uploads, for a content security policy.',
      resolve: (_info, _args, { scope }) => [scope.rules.uploadOrigin],
    }),
    fieldRules: t.field({
      type: [FieldRule],
      description:
        'What values the fields of inputs take, so that forms can tell before they are sent: lengths, patterns, numbers of entries. Passwords and names are among them.',
      args: {
        inputs: t.arg.stringList({
          required: true,
          description: 'Names of input types, such as `UpdateProfileInput`; at most 20. Unknown ones have no fields.',
        }),
      },
      complexity: ({ inputs }) => ({ field: costOfRules(inputs) }),
      resolve: (_info, { inputs }) => {
        if (inputs.length > MOST_INPUTS) throw tooManyInputs()
        return fieldRulesOf(inputs)
      },
    }),
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
