import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startTexts } from './shared/texts/texts';
import { followTheme } from './shared/theme/theme';
import './shared/theme/tokens.css';
import './shared/theme/base.css';

followTheme();
await startTexts();
createRoot(document.getElementById('root')!).render(<App />);
