import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import { confirming } from '../../../graph/identityConfirmation.ts'
import { type GraphForm, useGraphForm } from '../../../graph/useGraphForm.ts'
import { CatalogueField, type CatalogueFieldSpec, type CatalogueValues } from './CatalogueField.tsx'

interface CatalogueDialogProps {
  readonly title: string
  /** What is to be known before it is sent. */
  readonly text?: string
  readonly fields: (values: CatalogueValues) => readonly CatalogueFieldSpec[]
  readonly initialValues: CatalogueValues
  /** Sends the values. Throws a Refusal. */
  readonly onSend: (values: CatalogueValues) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => void
  /** Further fields. */
  readonly children?: (form: GraphForm<CatalogueValues>['form']) => ReactNode
}

/** The form of something in the catalogue, new or as it is. */
export function CatalogueDialog({
  title,
  text,
  fields,
  initialValues,
  onSend,
  onClose,
  onDone,
  children,
}: CatalogueDialogProps) {
  const { t } = useTranslation(['staffCatalogue', 'common'])
  const options = { mode: 'controlled' as const, initialValues }
  const { form, refusal, isBusy, onSubmit } = useGraphForm<CatalogueValues>(options, async (values) => {
    await confirming(() => onSend(values))
    notifications.show({ message: t('staffCatalogue:saved') })
    onClose()
    onDone()
  })
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {text && <Text size="sm">{text}</Text>}
          {fields(form.values).map((field) => (
            <CatalogueField key={field.name} field={field} form={form} />
          ))}
          {children?.(form)}
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('staffCatalogue:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
