import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { RECENT_PLACES, UPLOAD_PRINT } from './printDocuments.ts'

const MINUTE = 60_000
/** Characters of a time of a field: year to minute. */
const TIME_LENGTH = 16

/** The present time in the person's zone, as a field for times has it. */
function localNow(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * MINUTE).toISOString().slice(0, TIME_LENGTH)
}

interface NewPrintDialogProps {
  readonly onClose: () => void
}

interface Place {
  readonly id: string
  readonly name: string
}

/** The form of a photo that may have been taken in one of these worlds. */
function useNewPrint(worlds: readonly Place[], onAdded: () => void) {
  const { t } = useTranslation('files')
  const upload = useAct(UPLOAD_PRINT)
  const initialValues = { uploadId: '', note: '', takenAt: localNow(), worldId: '' }
  return useGraphForm(
    { name: 'new-print', mode: 'controlled', initialValues },
    async ({ uploadId, note, takenAt, worldId }) => {
      const world = worlds.find(({ id }) => id === worldId)
      // What is no time is left to the server, which names the field.
      const time = Number.isNaN(Date.parse(takenAt)) ? takenAt : new Date(takenAt).toISOString()
      const place = world && { worldId: world.id, worldName: world.name }
      await upload.attempt({ input: { note, takenAt: time, ...place, ...(uploadId !== '' && { uploadId }) } })
      notifications.show({ message: t('prints.added') })
      onAdded()
    },
  )
}

/** Adds a photo. */
export function NewPrintDialog({ onClose }: NewPrintDialogProps) {
  const { t } = useTranslation('files')
  const { data } = usePanel(RECENT_PLACES, {})
  const worlds = data?.viewer?.recentWorlds.edges.map(({ node }) => node) ?? []
  const { form, refusal, isBusy, onSubmit } = useNewPrint(worlds, onClose)
  return (
    <Dialog title={t('prints.add')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <UploadInput purpose="PRINT" label={t('fields.photo')} required {...form.getInputProps('uploadId')} />
          <Textarea label={t('fields.note')} autosize minRows={2} maxRows={6} {...form.getInputProps('note')} />
          <TextInput
            type="datetime-local"
            label={t('fields.takenAt')}
            required
            withAsterisk
            {...form.getInputProps('takenAt')}
          />
          <NativeSelect
            label={t('fields.world')}
            description={t('prints.worldHint')}
            data={[
              { value: '', label: t('prints.noWorld') },
              ...worlds.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...form.getInputProps('worldId')}
          />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group>
            <Button type="submit" loading={isBusy}>
              {t('prints.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
