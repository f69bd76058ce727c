"""How policies are made: counterfactual regret minimization by sampling. Play never loads this."""
