import { Button, Group, Pill, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { TagList } from '../../../components/TagList.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { useStaff } from '../useStaff.ts'
import { ADD_WORLD_TAGS, REMOVE_WORLD_TAGS } from './documents.ts'
import type { ItemPanelProps } from './ItemPage.tsx'

/** The tags of content; those of a world can be changed. */
export function TagsPanel({ item, onChange }: ItemPanelProps) {
  const { t } = useTranslation('staffContent')
  const isKeeper = useStaff()?.includes('CONTENT') === true
  const { tags, kind } = item
  if (kind === 'WORLD' && isKeeper) return <WorldTags item={item} onChange={onChange} />
  return (
    <Panel title={t('tags.title')} empty={tags.length === 0 ? t('tags.none') : null}>
      <TagList tags={tags} />
    </Panel>
  )
}

function WorldTags({ item: { contentId: worldId, tags }, onChange }: ItemPanelProps) {
  const { t } = useTranslation(['staffContent', 'common'])
  const removal = useAct(REMOVE_WORLD_TAGS)
  const remove = async (tag: string) => {
    const isWanted = await askFirst({
      title: t('tags.removeTitle', { tag }),
      text: t('tags.removeText'),
      confirm: t('tags.remove'),
      cancel: t('common:cancel'),
    })
    if (isWanted && (await removal.act({ input: { worldId, tags: [tag] } }))) onChange()
  }
  return (
    <Panel title={t('tags.title')}>
      {tags.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('tags.none')}
        </Text>
      )}
      <Pill.Group>
        {tags.map((tag) => (
          <Pill
            key={tag}
            withRemoveButton
            onRemove={() => void remove(tag)}
            removeButtonProps={{ 'aria-label': t('tags.removeOne', { tag }), 'aria-hidden': false, tabIndex: 0 }}
          >
            {tag}
          </Pill>
        ))}
      </Pill.Group>
      <AddForm worldId={worldId} onDone={onChange} />
    </Panel>
  )
}

interface AddFormProps {
  readonly worldId: string
  readonly onDone: () => void
}

function AddForm({ worldId, onDone }: AddFormProps) {
  const { t } = useTranslation('staffContent')
  const { attempt } = useAct(ADD_WORLD_TAGS)
  const { form, refusal, isBusy, onSubmit } = useGraphForm(
    { mode: 'controlled', initialValues: { tags: '' } },
    async ({ tags }) => {
      await attempt({ input: { worldId, tags: tags.split(/[\s,]+/).filter((tag) => tag !== '') } })
      form.reset()
      onDone()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('tags.add')}
          description={t('tags.hint')}
          flex={1}
          maw={420}
          {...form.getInputProps('tags')}
        />
        <Button type="submit" variant="default" loading={isBusy} disabled={form.values.tags.trim() === ''}>
          {t('tags.submit')}
        </Button>
      </Group>
      {refusal && <RefusalAlert refusal={refusal} />}
    </form>
  )
}
