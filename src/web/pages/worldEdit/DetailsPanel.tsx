import { Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import { Panel } from '../../components/Panel.tsx'
import { CapacityFields } from '../../components/worlds/CapacityFields.tsx'
import type { UpdateWorldInput, WorldEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { UPDATE_WORLD } from './documents.ts'

interface Values extends Record<string, unknown> {
  name: string
  description: string
  capacity: number | string
  recommendedCapacity: number | string
}

const valuesOf = ({ name, description, capacity, recommendedCapacity }: WorldEditFragment): Values => ({
  ...{ name, description: description ?? '', capacity, recommendedCapacity },
})

/** A capacity that was changed alone leaves the recommended one as it is, which would else become the half of it. */
const inputOf = ({ capacity, recommendedCapacity, ...texts }: Partial<Values>, before: WorldEditFragment) => {
  const input: Omit<UpdateWorldInput, 'worldId'> = { ...texts }
  if (capacity !== undefined) input.capacity = Number(capacity)
  const recommended = recommendedCapacity ?? (capacity === undefined ? undefined : before.recommendedCapacity)
  if (recommended !== undefined) input.recommendedCapacity = Number(recommended)
  return input
}

/** Name, description, and how many people it takes. */
export function DetailsPanel({ world }: { readonly world: WorldEditFragment }) {
  const { t } = useTranslation('ownWorlds')
  const update = useAct(UPDATE_WORLD)
  const options = { name: 'world-details', current: valuesOf(world), updatedAt: world.updatedAt }
  const edit = useEditForm(options, async (changes, guard) => {
    await update.attempt({ input: { worldId: world.id, ...inputOf(changes, world), ...guard } })
  })
  const { form } = edit
  return (
    <Panel title={t('panels.details')}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <TextInput label={t('fields.name')} required {...form.getInputProps('name')} />
          <Textarea
            label={t('fields.description')}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('description')}
          />
          <CapacityFields form={form} />
          <EditFormFooter edit={edit} labelOf={(field) => t(`fields.${labelKey(field)}`)} />
        </Stack>
      </form>
    </Panel>
  )
}

const KEYS = ['name', 'description', 'capacity', 'recommendedCapacity'] as const
const labelKey = (field: keyof Values) => KEYS.find((key) => key === field) ?? 'name'
