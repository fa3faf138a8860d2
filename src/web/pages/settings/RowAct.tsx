import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface RowActProps {
  readonly label: string
  readonly isBusy?: boolean
  readonly onClick: () => void
  readonly ref?: Ref<HTMLButtonElement>
  /** An icon. */
  readonly children: ReactNode
}

/** What can be done with an entry of a list, as an icon. */
export const RowAct = ({ label, isBusy = false, onClick, ref, children }: RowActProps) => (
  <Tooltip label={label}>
    <ActionIcon ref={ref} variant="subtle" color="gray" size="lg" aria-label={label} loading={isBusy} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
)
