import { Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { Panel } from '../../components/Panel.tsx'
import { TagFields } from '../../components/worlds/TagFields.tsx'
import { changedTags, ownTagsOf } from '../../components/worlds/tags.ts'
import type { UpdateWorldInput, WorldEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { UPDATE_WORLD } from './documents.ts'

interface Values extends Record<string, unknown> {
  tags: string[]
  warnings: string[]
  /** One a line. */
  urls: string
  previewYoutubeId: string
}

const valuesOf = ({ tags, urls, previewYoutubeId }: WorldEditFragment): Values => ({
  ...ownTagsOf(tags),
  urls: urls.join('\n'),
  previewYoutubeId: previewYoutubeId ?? '',
})

const VIDEO = /(?:v=|youtu\.be\/|embed\/|shorts\/)([\w-]+)/

/** The id of a video, also out of its whole address. */
const videoIdOf = (text: string) => VIDEO.exec(text)?.[1] ?? text.trim()

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function inputOf({ tags, warnings, urls, previewYoutubeId }: Partial<Values>, before: WorldEditFragment) {
  const input: Omit<UpdateWorldInput, 'worldId'> = {}
  if (tags || warnings) input.tags = changedTags(before.tags, { ...(tags && { tags }), ...(warnings && { warnings }) })
  if (urls !== undefined) input.urls = linesOf(urls)
  if (previewYoutubeId !== undefined) input.previewYoutubeId = videoIdOf(previewYoutubeId)
  return input
}

/** By what people find the world, what they are warned of, and what it loads. */
export function DiscoveryPanel({ world }: { readonly world: WorldEditFragment }) {
  const { t } = useTranslation('ownWorlds')
  const update = useAct(UPDATE_WORLD)
  const options = { name: 'world-discovery', current: valuesOf(world), updatedAt: world.updatedAt }
  const edit = useEditForm(options, async (changes, guard) => {
    await update.attempt({ input: { worldId: world.id, ...inputOf(changes, world), ...guard } })
  })
  const { form } = edit
  return (
    <Panel title={t('panels.discovery')}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <TagFields form={form} />
          <TextInput
            label={t('fields.previewYoutubeId')}
            description={t('fields.previewYoutubeIdHint')}
            {...form.getInputProps('previewYoutubeId')}
          />
          <Textarea
            label={t('fields.urls')}
            description={t('fields.urlsHint')}
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('urls')}
          />
          <EditFormFooter edit={edit} labelOf={(field) => t(`fields.${labelKey(field)}`)} />
        </Stack>
      </form>
    </Panel>
  )
}

const KEYS = ['tags', 'warnings', 'urls', 'previewYoutubeId'] as const
const labelKey = (field: keyof Values) => KEYS.find((key) => key === field) ?? 'tags'
