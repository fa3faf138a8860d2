import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { Panel } from '../../../components/Panel.tsx'
import type { ConsoleEditedJamFragment } from '../../../generated/graphql.ts'
import { getFragmentData } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { JAM } from '../../jam/documents.ts'
import { UPDATE_JAM } from './documents.ts'
import { JamFields } from './JamFields.tsx'
import { inputOf, type JamValues, valuesOf } from './values.ts'

/** Changes the texts and the plan of a jam. */
export function JamForm({ jam }: { readonly jam: ConsoleEditedJamFragment }) {
  const { t } = useTranslation('staffJams')
  const update = useAct(UPDATE_JAM)
  const options = { name: 'jam', current: valuesOf(getFragmentData(JAM, jam)), updatedAt: jam.updatedAt }
  const edit = useEditForm<JamValues>(options, async (changes, guard) => {
    await update.attempt({ input: { jamId: jam.id, ...inputOf(changes), ...guard } })
  })
  return (
    <Panel title={t('plan')}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <JamFields propsOf={edit.form.getInputProps} isContentGated={edit.form.values.isContentGated} />
          <EditFormFooter edit={edit} labelOf={(field) => t(`fields.${field}`)} />
        </Stack>
      </form>
    </Panel>
  )
}
