import { Checkbox } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { RefusalAlert } from '../RefusalAlert.tsx'
import type { ContentAgreement } from './contentAgreement.ts'

interface AgreementForm {
  readonly getInputProps: (name: 'hasAgreed', options: { type: 'checkbox' }) => GetInputPropsReturnType
}

interface AgreementFieldProps {
  readonly agreement: ContentAgreement
  readonly form: AgreementForm
}

/** The field by which an author agrees to own the rights, where that has not happened yet, or why that is unknown. */
export function AgreementField({ agreement, form }: AgreementFieldProps) {
  const { t } = useTranslation('uploads')
  if (agreement.refusal) return <RefusalAlert refusal={agreement.refusal} onRetry={agreement.reload} />
  if (!agreement.isNeeded) return null
  const field = form.getInputProps('hasAgreed', { type: 'checkbox' })
  return <Checkbox label={t('agreement.text')} {...field} aria-invalid={Boolean(field.error)} />
}
