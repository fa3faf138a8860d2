import { z } from 'zod'
import { InstanceContentSettings } from '../../../contract/shapes/world.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { inputTypeOf } from '../../../edges/graphql/resolvers/input.ts'

type Settings = z.output<typeof InstanceContentSettings>

const DESCRIPTIONS = {
  drones: 'Whether drones are allowed.',
  emoji: 'Whether emoji are allowed.',
  pedestals: 'Whether avatar pedestals are allowed.',
  prints: 'Whether prints are allowed.',
  props: 'Whether props are allowed.',
  stickers: 'Whether stickers are allowed.',
} as const satisfies Record<keyof Settings, string>

const flag = (name: keyof Settings) => z.boolean().optional().describe(DESCRIPTIONS[name])

/** Content settings in inputs of mutations. */
export const ContentSettingsFields = z.object({
  drones: flag('drones'),
  emoji: flag('emoji'),
  pedestals: flag('pedestals'),
  prints: flag('prints'),
  props: flag('props'),
  stickers: flag('stickers'),
})

export const ContentSettingsInput = inputTypeOf(
  'ContentSettingsInput',
  'Kinds of content that instances allow; omitted ones are left to clients.',
  ContentSettingsFields,
)

export const ContentSettings = builder.objectRef<Settings>('ContentSettings').implement({
  description: 'Kinds of content that instances allow; null for a kind that is left to clients.',
  fields: (t) => {
    const setting = (name: keyof Settings) =>
      t.boolean({
        nullable: true,
        description: DESCRIPTIONS[name],
        resolve: (settings) => settings[name],
      })
    return {
      drones: setting('drones'),
      emoji: setting('emoji'),
      pedestals: setting('pedestals'),
      prints: setting('prints'),
      props: setting('props'),
      stickers: setting('stickers'),
    }
  },
})

/** The content settings of a column, which a version of the server before may have written. */
export const parseContentSettings = (stored: unknown): Settings => InstanceContentSettings.parse(stored)
