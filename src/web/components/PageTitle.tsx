import { createContext, useContext } from 'react'

/** The number of unread notifications; 0 where nobody is signed in. */
export const UnreadCount = createContext(0)

/** The title of the window, with the number of unread notifications before it, which is seen in the bar of tabs. */
export function PageTitle({ children: title }: { readonly children: string }) {
  const unread = useContext(UnreadCount)
  return <title>{unread > 0 ? `(${unread}) ${title}` : title}</title>
}
