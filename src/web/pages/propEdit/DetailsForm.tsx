import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../components/EditFormFooter.tsx'
import type { PropEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useEditForm } from '../../graph/useEditForm.ts'
import { UPDATE_PROP } from './documents.ts'
import { PlacementFields, TextFields } from './fields.tsx'
import { useRequired } from './useRequired.ts'
import { changeInputOf, type DetailValues, detailsOf } from './values.ts'

const KEYS = ['name', 'description', 'tags', 'warnings', 'spawnType', 'worldPlacementMask'] as const
const labelKey = (field: keyof DetailValues) => KEYS.find((key) => key === field) ?? 'name'

/** Name, description, tags, and how a prop comes into a world. */
export function DetailsForm({ prop }: { readonly prop: PropEditFragment }) {
  const { t } = useTranslation('props')
  const update = useAct(UPDATE_PROP)
  const { noNumber } = useRequired()
  const validate = { spawnType: noNumber, worldPlacementMask: noNumber }
  const options = { name: 'prop', current: detailsOf(prop), updatedAt: prop.updatedAt, validate }
  const edit = useEditForm<DetailValues>(options, async (changes, guard) => {
    await update.attempt({ input: { ...changeInputOf(prop, changes), ...guard } })
  })
  return (
    <form onSubmit={edit.onSubmit} noValidate>
      <Stack>
        <TextFields form={edit.form} />
        <PlacementFields form={edit.form} />
        <EditFormFooter edit={edit} labelOf={(field) => t(`fields.${labelKey(field)}`)} />
      </Stack>
    </form>
  )
}
