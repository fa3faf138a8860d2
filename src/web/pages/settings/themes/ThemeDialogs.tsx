import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/Dialog.tsx'
import { EditFormFooter } from '../../../components/EditFormFooter.tsx'
import { RefusalAlert } from '../../../components/RefusalAlert.tsx'
import type { SettingsThemeFragment } from '../../../generated/graphql.ts'
import { useAct } from '../../../graph/useAct.ts'
import { useEditForm } from '../../../graph/useEditForm.ts'
import { useGraphForm } from '../../../graph/useGraphForm.ts'
import { NEW_THEME, type ThemeValues, valuesOf } from './colors.ts'
import { CREATE_THEME, UPDATE_THEME } from './documents.ts'
import { ThemeFields } from './ThemeFields.tsx'

interface ThemeDialogProps {
  readonly displayName: string
  readonly onClose: () => void
}

/** Makes a theme. */
export function NewThemeDialog({ displayName, onClose }: ThemeDialogProps) {
  const { t } = useTranslation(['settings', 'common'])
  const create = useAct(CREATE_THEME)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<ThemeValues>(
    { name: 'theme', mode: 'controlled', initialValues: NEW_THEME },
    async ({ name, buttonColor, iconColor, subtextColor }) => {
      await create.attempt({ input: { name, buttonColor, iconColor, subtextColor } })
      onClose()
    },
  )
  return (
    <Dialog title={t('themes.new')} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <ThemeFields form={form} displayName={displayName} />
          {refusal && <RefusalAlert refusal={refusal} />}
          <Group gap="xs">
            <Button type="submit" loading={isBusy}>
              {t('themes.create')}
            </Button>
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t('common:cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface EditThemeDialogProps extends ThemeDialogProps {
  readonly theme: SettingsThemeFragment
}

/** Changes a theme, also while the profile wears it. */
export function EditThemeDialog({ theme, displayName, onClose }: EditThemeDialogProps) {
  const { t } = useTranslation('settings')
  const update = useAct(UPDATE_THEME)
  const edit = useEditForm<ThemeValues>({ name: 'theme', current: valuesOf(theme) }, async (changes) => {
    await update.attempt({ input: { themeId: theme.id, ...changes } })
    onClose()
  })
  return (
    <Dialog title={t('themes.edit', { name: theme.name })} onClose={onClose}>
      <form onSubmit={edit.onSubmit} noValidate>
        <Stack>
          <ThemeFields form={edit.form} displayName={displayName} />
          <EditFormFooter edit={edit} labelOf={(field) => t(`themes.fields.${field}`)} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  )
}
