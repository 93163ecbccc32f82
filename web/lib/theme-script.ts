/**
 * Runs in the head before anything is painted; the policy allows it by the hash of exactly this text.
 * Storage may be forbidden: then the page stays light.
 */
export const THEME_SCRIPT =
  "try{if(localStorage.getItem('theme')==='dark')document.documentElement.dataset.theme='dark'}catch{}"
