import { useNavigation } from 'react-router'
import styles from './navigation-progress.module.css'

/** A line at the top while the next page is being loaded; quick pages never show it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  return <div className={styles.line} data-busy={state !== 'idle'} aria-hidden="true" />
}
